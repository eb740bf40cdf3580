import { answering, operating, rewritten } from './answers.ts'
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
    id: 'declined-as-error',
    says: 'A decline is answered like any invalid submission',
    kills: ['declined-envelope', 'transition-pending-to-declined'],
    change: ({ answers }) => ({ answers: { declined: (message) => answers.error(400, message) } }),
  },
  {
    id: 'error-of-the-framework',
    says: 'A body that cannot be read is refused in the words of the framework, without an envelope',
    kills: ['submit-not-json-refused', 'error-envelope'],
    change: ({ http }) => ({
      http: {
        failed: (status, message, operation, platform) =>
          status === 400
            ? {
                status,
                headers: { 'content-type': 'application/json' },
                body: JSON.stringify({ statusCode: 400, message }),
              }
            : http.failed(status, message, operation, platform),
      },
    }),
  },
  {
    id: 'error-messages-as-list',
    says: 'The message of a refused tax id is a list of messages',
    kills: ['error-message-is-string', 'submit-type-insured-taxid'],
    change: answering(['submit'], (answer) =>
      rewritten(answer, (body) => {
        const error = body.error as { message?: unknown } | undefined
        const isAbout = String(error?.message).startsWith('insured_taxid')
        return isAbout ? { ...body, error: { message: [error?.message] } } : body
      }),
    ),
  },
  {
    id: 'missing-fields-as-list',
    says: 'Where several fields are missing, the message is a list of them',
    kills: ['validation-errors-are-400'],
    change: answering(['submit'], (answer) =>
      rewritten(answer, (body) => {
        const { message } = (body.error ?? {}) as { message?: string }
        const missing = message?.match(/[\w.]+ is required/g) ?? []
        return missing.length > 1 ? { ...body, error: { message: missing } } : body
      }),
    ),
  },
  {
    id: 'error-code-422',
    says: 'A founding year of a wrong type is answered with 422',
    kills: ['validation-errors-are-400', 'submit-type-year-founded'],
    change: answering(['submit'], (answer) =>
      answer.status === 400 && String(answer.body).includes('year_founded')
        ? { ...answer, status: 422 }
        : answer,
    ),
  },
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
  {
    id: 'submit-crashes-on-null',
    says: 'A body that is null is read as if it were an object',
    kills: ['submit-not-an-object-refused'],
    change: operating(['submit'], (standard, { body }) => {
      if (body === null) throw new TypeError("Cannot read properties of null (reading 'broker_email')")
      return standard()
    }),
  },
  {
    id: 'submit-crashes-on-no-json',
    says: 'A body that is no JSON breaks the submission',
    kills: ['submit-not-json-refused', 'hostile-submissions-refused', 'hostile-bodies-no-server-error'],
    change: ({ http }) => ({
      http: {
        failed: (status, message, operation, platform) =>
          http.failed(operation === 'submit' && status === 400 ? 500 : status, message, operation, platform),
      },
    }),
  },
  {
    id: 'submit-crashes-on-nothing',
    says: 'A submission without a body breaks the server',
    kills: ['submit-empty-body-refused'],
    change: ({ http }) => ({
      http: {
        failed: (status, message, operation, platform) =>
          http.failed(/empty/i.test(message) ? 500 : status, message, operation, platform),
      },
    }),
  },
  {
    id: 'update-answers-bare-data',
    says: 'The answer to an update is its data without an envelope',
    kills: ['json-answers-carry-data-or-error', 'update-envelope', 'update-id'],
    change: answering(['update'], (answer) => rewritten(answer, (body) => body.data ?? body)),
  },
]
