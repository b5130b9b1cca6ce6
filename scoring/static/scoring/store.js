/* What must outlive a reload: in localStorage, or in memory where the browser refuses it (private windows do).

   Every value has a key of its own, so two tabs that write at once do not undo each other. */

export class Store extends EventTarget {
  /** The prefix names the sheet by its seating and not by the table's code, which can be renewed. */
  constructor(prefix) {
    super();
    this.prefix = `${prefix}:`;
    this.memory = new Map();
    this.lasts = true;
    this.write("probe", 1);
    this.remove("probe");
    addEventListener("storage", (event) => {
      if (event.key === null || event.key.startsWith(this.prefix)) this.dispatchEvent(new Event("elsewhere"));
    });
  }

  read(name) {
    try {
      const text = this.memory.get(name) ?? localStorage.getItem(this.prefix + name);
      return text === null ? null : JSON.parse(text);
    } catch {
      return null;
    }
  }

  write(name, value) {
    const text = JSON.stringify(value);
    try {
      localStorage.setItem(this.prefix + name, text);
      this.memory.delete(name);
    } catch {
      this.memory.set(name, text);
      this.lasts = false;
    }
  }

  remove(name) {
    this.memory.delete(name);
    try {
      localStorage.removeItem(this.prefix + name);
    } catch {
      // Then there is nothing of it.
    }
  }

  /** Names that begin like this. */
  names(start) {
    const names = new Set([...this.memory.keys()].filter((name) => name.startsWith(start)));
    try {
      const whole = this.prefix + start;
      for (let place = 0; place < localStorage.length; place += 1) {
        const key = localStorage.key(place);
        if (key.startsWith(whole)) names.add(key.slice(this.prefix.length));
      }
    } catch {
      // Only what is in memory.
    }
    return [...names];
  }
}
