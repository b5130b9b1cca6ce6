"""The documented generator: known answers, fair enough shuffles."""

from engine.seating.generator import Generator


def test_stream_is_splitmix64():
    generator = Generator(1234567)
    assert [generator.next() for _ in range(5)] == [
        6457827717110365317,
        3203168211198807973,
        9817491932198370423,
        4593380528125082431,
        16408922859458223821,
    ]


def test_below_stays_below_and_reaches_everything():
    generator = Generator(0)
    assert {generator.below(7) for _ in range(500)} == set(range(7))


def test_shuffled_is_a_permutation_that_depends_on_the_seed():
    assert sorted(Generator(1).shuffled(40)) == list(range(40))
    assert Generator(1).shuffled(40) == Generator(1).shuffled(40)
    assert Generator(1).shuffled(40) != Generator(2).shuffled(40)
