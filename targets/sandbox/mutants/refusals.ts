import { answering } from './answers.ts'
import type { Mutant } from './mutant.ts'

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** Wrong forms of refusals, and wrong codes of answers (2.5, 4, 7). */
export const refusalMutants: readonly Mutant[] = [
  ...(['status', 'update', 'bind'] as const).map(
    (operation): Mutant => ({
      id: `${operation}-400-in-html`,
      says: `A 400 of ${operation} is the error page of the web server`,
      kills: ['error-envelope'],
      change: answering([operation], (answer, { id }) =>
        answer.status === 400 || !UUID.test(id)
          ? {
              status: 400,
              headers: { 'content-type': 'text/html; charset=utf-8' },
              body: '<h1>400 Bad Request</h1>',
            }
          : answer,
      ),
    }),
  ),
  {
    id: 'status-conflicts-while-documents-are-asked-for',
    says: 'The first read after a refused document finds the quote locked',
    kills: ['status-code'],
    change: ({ operations, answers }) => {
      const locked = new Set<string>()
      return {
        operations: {
          policy(call, platform) {
            locked.add(call.id)
            return operations.policy(call, platform)
          },
          status: (call, platform) =>
            locked.delete(call.id)
              ? answers.error(409, 'The quote is locked.')
              : operations.status(call, platform),
        },
      }
    },
  },
]
