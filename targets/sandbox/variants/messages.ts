import type { HttpAnswer } from '../http/answer.ts'
import type { ValidSubmission } from '../quotes/quote.ts'
import { ofJson } from './changes.ts'
import type { Variant } from './variant.ts'

/** Legal places and texts of the message that a retention was raised (8, R9). */
export const messageVariants: readonly Variant[] = [
  {
    id: 'always-a-message',
    says: 'Each record has a message, with its number of the raised retention written out without a dollar sign',
    choice: 'message',
    observes: ['observe-details-of-unrated-quotes'],
    change: () => ({
      record: {
        message: ({ rating }) =>
          rating?.raisedFrom === undefined
            ? ''
            : `Please note: our minimum retention of ${rating.retention} USD applies instead of ${rating.raisedFrom}.`,
      },
    }),
  },
  {
    id: 'message-only-on-submission',
    says: 'A raised retention is explained in the answer to the submission and in no later one',
    choice: 'message',
    observes: ['observe-details-of-unrated-quotes'],
    change: ({ operations }) => ({
      record: { message: () => undefined },
      operations: {
        async submit(call, platform) {
          const answer = await operations.submit(call, platform)
          if (answer.status !== 200) return answer
          const submission = call.body as ValidSubmission
          const { rating } = platform.behaviour
          const { raisedFrom, retention } = rating.rate(submission, rating.minimumRetention(submission))
          if (raisedFrom === undefined) return answer
          const message = `The minimum retention of ${platform.behaviour.formats.money(retention)} applies.`
          return ofJson(answer, (body) => ({ ...body, data: { ...(body.data as object), message } }))
        },
      },
    }),
  },
  {
    id: 'message-on-every-third-read',
    says: 'A raised retention is explained on every third record of a quote that is read, and on no answer to a submission',
    choice: 'message',
    observes: ['observe-details-of-unrated-quotes'],
    change({ operations }) {
      const reads = new Map<string, number>()
      const unexplained = (answer: HttpAnswer) =>
        ofJson(answer, ({ data, ...body }) => ({
          ...body,
          data: { ...(data as object), message: undefined },
        }))
      return {
        operations: {
          submit: async (call, platform) => {
            const answer = await operations.submit(call, platform)
            return answer.status === 200 ? unexplained(answer) : answer
          },
          async status(call, platform) {
            const answer = await operations.status(call, platform)
            const count = (reads.get(call.id) ?? 0) + 1
            reads.set(call.id, count)
            return answer.status !== 200 || count % 3 === 0 ? answer : unexplained(answer)
          },
        },
      }
    },
  },
]
