/* What the pages of the score sheet have in common. */

/** Signed points with a real minus sign. */
export function points(value) {
  return value > 0 ? `+${value}` : String(value).replace("-", "−");
}

/** A sentence with its {places} filled in. */
export function fill(sentence, values) {
  return sentence.replace(/\{(\w+)\}/g, (place, name) => String(values[name] ?? place));
}

/** A random UUID. crypto.randomUUID does not exist on plain http, getRandomValues does. */
export function uuid() {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = (bytes[6] & 0x0f) | 0x40;
  bytes[8] = (bytes[8] & 0x3f) | 0x80;
  const hex = [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join("-");
}
