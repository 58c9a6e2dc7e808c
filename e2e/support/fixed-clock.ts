/**
 * Moves the clock of the process that imports it: it starts at FIXED_TIME and goes on from there. For the server of the
 * transcripts, whose screens name days.
 */
const { FIXED_TIME } = process.env;
if (!FIXED_TIME) throw new Error('FIXED_TIME is missing.');
const RealDate = Date;
const offset = RealDate.parse(FIXED_TIME) - RealDate.now();

class MovedDate extends RealDate {
  constructor(...given: []) {
    if (given.length > 0) super(...given);
    else super(MovedDate.now());
  }
  static override now(): number {
    return RealDate.now() + offset;
  }
}
globalThis.Date = MovedDate as DateConstructor;
