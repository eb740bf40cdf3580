import type { AnswerMemory } from '../../evidence/answer-memory.ts'
import type { OwnData } from '../../evidence/own-data.ts'
import type { Redactor } from '../../evidence/redaction.ts'
import type { DeadTargetDetector } from '../../transport/dead-target-detector.ts'
import type { Wire } from '../../transport/wire.ts'
import type { MisreadCredentials } from '../credentials/misread-credentials.ts'
import type { TimeBase } from '../time/time-base.ts'
import type { Admissions } from './admissions.ts'
import type { Parallelism } from './parallelism.ts'
import type { RequestRate } from './request-rate.ts'

/** The state that all leases of one target share. */
export interface Channel {
  readonly wire: Wire
  /** Limits how many requests are under way at once. */
  readonly parallelism: Parallelism
  /** Limits how many requests are sent in a second. */
  readonly rate: RequestRate
  readonly redactor: Redactor
  /** Credentials that the profile takes from a wrong place. */
  readonly misread: MisreadCredentials
  readonly deadTarget: DeadTargetDetector
  /** Counts the requests that the target lets in, by operation. */
  readonly admissions: Admissions
  readonly time: TimeBase
  /** Tells this run's data from those of others. */
  readonly own: OwnData
  /** Counts the bytes of answers that are kept until they are judged. */
  readonly answerMemory: AnswerMemory
  /** Aborted when the target is closed. */
  readonly closed: AbortSignal
  /** Milliseconds that one answer may take, to its last byte. */
  readonly answerMs: number
  /** Milliseconds since the epoch. */
  readonly now: () => number
}
