import { AnswerMemory } from '../../evidence/answer-memory.ts'
import { OwnData } from '../../evidence/own-data.ts'
import type { Redactor } from '../../evidence/redaction.ts'
import type { PlatformProfile } from '../../profile/profile.ts'
import { DeadTargetDetector } from '../../transport/dead-target-detector.ts'
import { Wire } from '../../transport/wire.ts'
import { MisreadCredentials } from '../credentials/misread-credentials.ts'
import { Pointers } from '../operator/pointers.ts'
import type { PlatformOptions } from '../options.ts'
import type { TimeBase } from '../time/time-base.ts'
import { Admissions } from './admissions.ts'
import { Parallelism } from './parallelism.ts'
import { RequestRate } from './request-rate.ts'

const MAX_BODY_BYTES = 32 * 1024 * 1024

/** The state that all leases of one target share. */
export interface SharedChannel {
  readonly wire: Wire
  /** Limits how many requests are under way at once. */
  readonly parallelism: Parallelism
  /** Limits how many requests are sent in a second. */
  readonly rate: RequestRate
  readonly redactor: Redactor
  /** Credentials that the profile takes from a wrong place. */
  readonly misread: MisreadCredentials
  /** Pointers into the answers to operator actions. */
  readonly pointers: Pointers
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
}

/** Opens the channel to the target of a profile, with what the target already has. */
export const openChannel = (
  { ca, timing }: PlatformProfile,
  { maxBodyBytes = MAX_BODY_BYTES, rate, lostAfter, own = new OwnData() }: PlatformOptions,
  given: Pick<SharedChannel, 'redactor' | 'time' | 'closed'>,
): SharedChannel => ({
  ...given,
  wire: new Wire({ maxBodyBytes, ...(ca !== undefined && { ca }) }),
  parallelism: new Parallelism(),
  rate: new RequestRate(rate === undefined ? {} : { most: rate }),
  misread: new MisreadCredentials(),
  pointers: new Pointers(),
  deadTarget: new DeadTargetDetector(lostAfter),
  admissions: new Admissions(),
  own,
  answerMemory: new AnswerMemory(),
  answerMs: timing.answer,
})
