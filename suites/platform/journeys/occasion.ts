import type { DocumentName, Exchange } from '../../../conformance/exchange.ts'
import type { Step } from '../../../generators/journeys/journey.ts'
import { presentStateOf } from '../vocabulary/quotes/record.ts'
import type { DrivenQuote } from './driven-quote.ts'
import type { JourneyRun } from './run.ts'
import type { TakenStep } from './trace.ts'

/** The requests for one document. */
export type DocumentRead = Pick<TakenStep, 'sent' | 'opening' | 'names'> & {
  readonly action: DocumentName
}

/** An action that was carried out: its description, the requests sent and the reads. */
export interface Act extends Pick<TakenStep, 'sent' | 'breaks' | 'after' | 'opening' | 'names'> {
  readonly text: string
  /** True when enough time has passed that any queued work has begun and ended. */
  readonly rested?: boolean
  /** The documents that it asked for, where there are several: each is judged by itself. */
  readonly parts?: readonly DocumentRead[]
}

/** The moment of a step. */
export interface Occasion {
  readonly run: JourneyRun
  readonly driven: DrivenQuote
  readonly step: Step
  readonly before: Exchange
}

/** The state of the quote before the step, under today's name. */
export const stateNow = ({ before, driven }: Occasion): string | undefined =>
  presentStateOf(before, driven.party.context.spec.lifecycle)
