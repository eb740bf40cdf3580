import type { UndoEvent } from '../../conformance/ports/undo.ts'
import type { GenerationOptions } from '../evidence/generation.ts'
import type { OwnData } from '../evidence/own-data.ts'
import type { Redactor } from '../evidence/redaction.ts'
import type { PlatformProfile } from '../profile/profile.ts'
import type { UniqueNumbers } from './unique.ts'

export interface PlatformOptions extends GenerationOptions {
  readonly seed: number
  /** The changelog version that the run judges by; overrides the profile's. */
  readonly apiVersion: string
  /** The target lives in this process and nobody else uses it: virtual time needs no real time to pass. */
  readonly embedded?: boolean
  /**
   * The most real time that a platform gets for work beside a moved clock, in milliseconds. Default the longest of the profile's
   * `timing`.
   */
  readonly realPatienceMs?: number
  /** Bytes of a body beyond which the answer is cut off. Default 32 MiB. */
  readonly maxBodyBytes?: number
  /** How many requests in a row without any answer make the target lost. Default 8. */
  readonly lostAfter?: number
  /** Milliseconds since the epoch, from which the dates of submissions are counted. Default the machine's clock. */
  readonly now?: () => number
  /** Most requests a second, without operator actions; default no limit. */
  readonly rate?: number
  /** Recipes that the suite found for outcomes that the profile lacks: merge patches by outcome. */
  readonly discovered?: PlatformProfile['outcomes']
  /** Shared by the targets of one run, so that no number comes twice in it. */
  readonly unique?: UniqueNumbers
  /** Shared by the targets of one run, so that a secret of one does not show in the evidence of another. */
  readonly redactor?: Redactor
  /** Shared by the targets of one run, so that each knows the quotes of all as the run's own. */
  readonly own?: OwnData
  /** Receives everything that is to be undone, as soon as it is made and undone. */
  readonly journal?: (event: UndoEvent) => void
}
