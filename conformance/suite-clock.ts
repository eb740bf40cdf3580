/** Rounds milliseconds to thousandths: a local answer may take less than half of one. */
export const thousandths = (ms: number): number => Math.round(ms * 1000) / 1000

/** The suite's time, in milliseconds since the epoch with fractions. It never goes back, so that what happened can be put in order. */
export const suiteTime = (): number => thousandths(performance.timeOrigin + performance.now())
