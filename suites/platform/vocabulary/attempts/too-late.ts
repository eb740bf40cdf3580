import type { ScriptedAnswer } from '../../../../conformance/ports/webhooks.ts'

/** The deadline of a delivery (8, R26), and the delay of a late answer, in milliseconds. */
const [outlastsMs, delayMs] = [8000, 9000]

/** Responses that miss the deadline. */
export const SILENCE: ScriptedAnswer = { kind: 'silence', outlastsMs }
export const TOO_LATE: ScriptedAnswer = { kind: 'answer', status: 200, delayMs, outlastsMs }
/** Bytes come all the time, so a limit on the time between two of them never ends the attempt. */
export const DRIPPING_STATUS_LINE: ScriptedAnswer = { ...TOO_LATE, delayMs: 15_000, statusLineDrips: true }
