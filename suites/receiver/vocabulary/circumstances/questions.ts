import type { Finding } from '../../../../conformance/verdict.ts'
import { isAccepted } from '../judge/answer.ts'
import type { Subjects } from './circumstance.ts'
import { idOf, type SentDelivery, wasTaken } from './sent.ts'

/** How often each event of a trace was processed, by its id. */
export type Times = Readonly<Record<string, number>>

/** A question that findings answer in one way, and other deliveries of the scenario in the other way. */
export interface Question {
  readonly subjects: Subjects
  /** Says whether a finding answers it. */
  isAsked(sent: SentDelivery, finding: Finding, times: Times): boolean
  /** Says whether a delivery answers it in the right way. */
  isRight(sent: SentDelivery, times: Times): boolean
}

const timesOf = (sent: SentDelivery, times: Times): number | undefined => times[idOf(sent) ?? '']
/** True where its signature is not a right one of a valid secret. */
export const isForged = ({ secret }: SentDelivery) => secret === undefined
const isOnEffects = ({ at }: Finding) => at === 'effects'
const statusOf = ({ exchange }: SentDelivery) => exchange.answer?.status

/** Each question that a finding on a delivery may answer; the first that is asked counts. */
export const QUESTIONS: readonly Question[] = [
  {
    subjects: 'deliveries',
    isAsked: ({ exchange: { answer, failure } }) => answer !== undefined && failure !== undefined,
    isRight: ({ exchange: { answer, failure } }) => answer !== undefined && failure === undefined,
  },
  {
    subjects: 'events',
    isAsked: (sent, finding, times) => isOnEffects(finding) && wasTaken(sent) && timesOf(sent, times) === 0,
    isRight: (sent, times) => wasTaken(sent) && (timesOf(sent, times) ?? 0) > 0,
  },
  {
    subjects: 'events',
    isAsked: (sent, finding, times) =>
      isOnEffects(finding) && !isForged(sent) && (timesOf(sent, times) ?? 0) > 1,
    isRight: (sent, times) => wasTaken(sent) && timesOf(sent, times) === 1,
  },
  {
    subjects: 'forgeries',
    isAsked: (sent, finding) => isOnEffects(finding) && isForged(sent),
    isRight: (sent, times) => isForged(sent) && timesOf(sent, times) === 0,
  },
  {
    subjects: 'deliveries',
    isAsked: (sent, finding) => !isOnEffects(finding) && !isForged(sent) && !wasTaken(sent),
    isRight: wasTaken,
  },
  {
    subjects: 'forgeries',
    isAsked: (sent, finding) => !isOnEffects(finding) && isForged(sent) && isAccepted(sent.exchange),
    isRight: (sent) => isForged(sent) && !isAccepted(sent.exchange),
  },
  {
    subjects: 'forgeries',
    isAsked: (sent, finding) => !isOnEffects(finding) && isForged(sent) && (statusOf(sent) ?? 500) >= 500,
    isRight: (sent) => isForged(sent) && (statusOf(sent) ?? 500) < 500,
  },
]
