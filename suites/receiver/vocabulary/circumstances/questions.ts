import { isLeft } from '../../../../conformance/ports/receiver.ts'
import type { Finding } from '../../../../conformance/verdict.ts'
import { isAccepted } from '../judge/answer.ts'
import type { Subjects } from './circumstance.ts'
import { idOf, type SentDelivery, wasTaken } from './sent.ts'

/** How often each event of a trace was processed, by its id. */
export type Times = Readonly<Record<string, number>>

/** A question that each delivery of a scenario answers in the right way, in the wrong way, or not at all. */
export interface Question {
  readonly subjects: Subjects
  /** True where it is about what was processed. */
  readonly isOnEffects?: true
  isWrong(sent: SentDelivery, times: Times): boolean
  isRight(sent: SentDelivery, times: Times): boolean
}

const timesOf = (sent: SentDelivery, times: Times): number | undefined => times[idOf(sent) ?? '']
/** True where its signature is not a right one of a valid secret. */
export const isForged = ({ secret }: SentDelivery) => secret === undefined
const isCalm = ({ exchange: { answer } }: SentDelivery) => answer !== undefined && answer.status < 500

/** All questions; a finding is about the first that its delivery answers in the wrong way. */
const QUESTIONS: readonly Question[] = [
  {
    subjects: 'deliveries',
    isWrong: ({ exchange: { answer, failure } }) => answer !== undefined && failure !== undefined,
    isRight: ({ exchange: { answer, failure } }) => answer !== undefined && failure === undefined,
  },
  {
    subjects: 'events',
    isOnEffects: true,
    isWrong: (sent, times) => wasTaken(sent) && timesOf(sent, times) === 0,
    isRight: (sent, times) => wasTaken(sent) && (timesOf(sent, times) ?? 0) > 0,
  },
  {
    subjects: 'events',
    isOnEffects: true,
    isWrong: (sent, times) => !isForged(sent) && (timesOf(sent, times) ?? 0) > 1,
    isRight: (sent, times) => wasTaken(sent) && timesOf(sent, times) === 1,
  },
  {
    subjects: 'forgeries',
    isOnEffects: true,
    isWrong: (sent, times) => isForged(sent) && (timesOf(sent, times) ?? 0) > 0,
    isRight: (sent, times) => isForged(sent) && timesOf(sent, times) === 0,
  },
  {
    subjects: 'deliveries',
    isWrong: (sent) => !isForged(sent) && !wasTaken(sent) && !isLeft(sent.exchange.request.framing),
    isRight: wasTaken,
  },
  {
    subjects: 'forgeries',
    isWrong: (sent) => isForged(sent) && isAccepted(sent.exchange),
    isRight: (sent) => isForged(sent) && !isAccepted(sent.exchange),
  },
  {
    subjects: 'forgeries',
    isWrong: (sent) => isForged(sent) && !isCalm(sent),
    isRight: (sent) => isForged(sent) && isCalm(sent),
  },
]

/** The question that a finding is about; undefined for none. */
export const questionOf = (sent: SentDelivery, { at }: Finding, times: Times): Question | undefined =>
  QUESTIONS.find(
    ({ isOnEffects = false, isWrong }) => isOnEffects === (at === 'effects') && isWrong(sent, times),
  )
