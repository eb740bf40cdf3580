import type { Held } from '../../evidence/held.ts'
import type { OwnData } from '../../evidence/own-data.ts'
import type { Redactor } from '../../evidence/redaction.ts'
import type { Loss } from '../../transport/loss.ts'
import type { Wire } from '../../transport/wire.ts'
import type { TimeBase } from '../time/time-base.ts'
import type { Admissions } from './admissions.ts'
import type { Parallelism } from './parallelism.ts'
import type { RequestRate } from './request-rate.ts'

/** State that all leases of one target share. */
export interface Channel {
  readonly wire: Wire
  /** Bounds how many requests are under way at once. */
  readonly parallelism: Parallelism
  /** Bounds how many requests go out in a second. */
  readonly rate: RequestRate
  readonly redactor: Redactor
  readonly loss: Loss
  /** The requests that the target lets in, by operation. */
  readonly admissions: Admissions
  readonly time: TimeBase
  /** Tells this run's data from those of others. */
  readonly own: OwnData
  /** How much of answers is held until it is judged. */
  readonly held: Held
  /** Aborted when the target is closed. */
  readonly closed: AbortSignal
  /** Milliseconds that one answer may take, to its last byte. */
  readonly answerMs: number
  /** Milliseconds since the epoch. */
  readonly now: () => number
}
