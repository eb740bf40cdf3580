import { answering, rewritten } from './answers.ts'
import type { Mutant } from './mutant.ts'

/** Defects of the envelopes of JSON answers (2.5, 7). */
export const envelopeMutants: readonly Mutant[] = [
  {
    id: 'submit-says-success',
    says: 'An accepted submission has the status word of the other operations',
    kills: ['submit-envelope'],
    change: answering(['submit'], (answer) =>
      rewritten(answer, (body) => (body.status === 'approved' ? { ...body, status: 'success' } : body)),
    ),
  },
  {
    id: 'status-says-approved',
    says: 'A status answer has the status word of submit, since the code is shared',
    kills: ['status-envelope'],
    change: answering(['status'], (answer) =>
      rewritten(answer, (body) => (body.status === 'success' ? { ...body, status: 'approved' } : body)),
    ),
  },
  {
    id: 'update-says-accepted',
    says: 'An update answer has the status word of a bind',
    kills: ['update-envelope'],
    change: answering(['update'], (answer) =>
      rewritten(answer, (body) => (body.status === 'success' ? { ...body, status: 'accepted' } : body)),
    ),
  },
  {
    id: 'update-answers-another-id',
    says: 'An update is answered with the id of the request and not of the quote',
    kills: ['update-id'],
    change: answering(['update'], (answer, _, { random }) =>
      rewritten(answer, (body) => withData(body, { id: random.uuid() })),
    ),
  },
  {
    id: 'update-answers-no-status',
    says: 'The data of an update is its id alone',
    kills: ['update-status-field'],
    change: answering(['update'], (answer) =>
      rewritten(answer, (body) => withData(body, { status: undefined })),
    ),
  },
  {
    id: 'bind-says-success',
    says: 'An accepted bind is answered with success, as before v1.8.0',
    kills: ['bind-envelope'],
    change: answering(['bind'], (answer) =>
      rewritten(answer, (body) => (body.status === 'accepted' ? { ...body, status: 'success' } : body)),
    ),
  },
  {
    id: 'bind-calls-it-quote-id',
    says: 'The id in the data of a bind is called quote_id',
    kills: ['bind-id'],
    change: answering(['bind'], (answer) =>
      rewritten(answer, (body) =>
        withData(body, { id: undefined, quote_id: (body.data as { id?: unknown } | undefined)?.id }),
      ),
    ),
  },
  {
    id: 'update-answers-bare-data',
    says: 'The answer to an update is its data without an envelope',
    kills: ['json-answers-carry-data-or-error', 'update-envelope', 'update-id'],
    change: answering(['update'], (answer) => rewritten(answer, (body) => body.data ?? body)),
  },
  {
    id: 'update-answers-no-status-word',
    says: 'The envelope of an update has no status',
    kills: ['json-answers-carry-status', 'update-envelope'],
    change: answering(['update'], (answer) =>
      rewritten(answer, ({ status, ...rest }) => ('data' in rest ? rest : { status, ...rest })),
    ),
  },
  {
    id: 'bind-answers-an-error-beside-data',
    says: 'Every envelope of a bind has both members, the error being an empty object',
    kills: ['json-answers-carry-data-or-error', 'bind-envelope'],
    change: answering(['bind'], (answer) =>
      rewritten(answer, (body) => ('data' in body ? { ...body, error: {} } : body)),
    ),
  },
]

type Members = Record<string, unknown>

/** An envelope with members of its data replaced; undefined removes a member. */
function withData(body: Members, members: Members): Members {
  const { data } = body
  return typeof data === 'object' && data !== null ? { ...body, data: { ...data, ...members } } : body
}
