import type { BehaviourChange } from '../behaviour.ts'
import type { ApiOperation, HttpAnswer } from '../http/answer.ts'
import { answering } from './answers.ts'
import type { Mutant } from './mutant.ts'
import { delivering } from './webhooks/rule.ts'

const MARK = '\ufeff'

type Encode = (text: string) => string | Buffer

const marked: Encode = (text) => MARK + text
const inUtf16: Encode = (text) => Buffer.from(MARK + text, 'utf16le')
const inBigUtf16: Encode = (text) => Buffer.from(MARK + text, 'utf16le').swap16()

const isJson = ({ headers }: HttpAnswer): boolean => headers['content-type']?.includes('json') === true
const encoded = (answer: HttpAnswer, encode: Encode): HttpAnswer =>
  isJson(answer) ? { ...answer, body: encode(String(answer.body)) } : answer

const written = (
  operations: readonly ApiOperation[],
  encode: Encode,
  concerns: (answer: HttpAnswer) => boolean = () => true,
): BehaviourChange => answering(operations, (answer) => (concerns(answer) ? encoded(answer, encode) : answer))

const JSON_OPERATIONS: readonly ApiOperation[] = ['submit', 'status', 'update', 'bind']
/** JSON with a byte order mark before it, or in another encoding (1; RFC 8259, section 8.1). */
export const markMutants: readonly Mutant[] = [
  {
    id: 'json-behind-a-byte-order-mark',
    says: 'The framework writes answers as files, with a byte order mark',
    kills: ['json-answers-parse', 'token-answer-is-json'],
    change: (base) => ({
      ...written(JSON_OPERATIONS, marked)(base),
      tokens: { issued: (...token) => encoded(base.tokens.issued(...token), marked) },
    }),
  },
  {
    id: 'binds-answered-behind-two-marks',
    says: 'Two layers each put a byte order mark before the answer to a bind',
    kills: ['json-answers-parse'],
    change: written(['bind'], (text) => marked(String(marked(text)))),
  },
  {
    id: 'refusals-behind-a-byte-order-mark',
    says: 'Refusals come from a template that was saved with a byte order mark',
    kills: ['json-answers-parse'],
    change: written(JSON_OPERATIONS, marked, ({ status }) => status === 400),
  },
  {
    id: 'status-in-utf-16',
    says: 'The status is written in the encoding of the operating system, UTF-16 with its mark',
    kills: ['json-is-utf-8'],
    change: written(['status'], inUtf16),
  },
  {
    id: 'updates-in-big-endian-utf-16',
    says: 'Answers to updates come from a mainframe in big-endian UTF-16',
    kills: ['json-is-utf-8'],
    change: written(['update'], inBigUtf16),
  },
  {
    id: 'tokens-in-utf-16',
    says: 'The token answer is written in UTF-16 with its mark',
    kills: ['token-answer-is-json'],
    change: ({ tokens }) => ({
      tokens: { issued: (...token) => encoded(tokens.issued(...token), inUtf16) },
    }),
  },
  delivering(
    'events-behind-a-byte-order-mark',
    'The text of an event comes from a stream writer that begins with a byte order mark',
    ['payload-is-json'],
    ({ body }) => ({ body: (...delivery) => MARK + body(...delivery) }),
  ),
  delivering(
    'proposal-events-behind-a-byte-order-mark',
    'The newest type of event has a writer of its own, which begins with a byte order mark',
    ['payload-is-json'],
    ({ body }) => ({
      body: (delivery, ...rest) =>
        (delivery.event.type === 'quote.proposalReady' ? MARK : '') + body(delivery, ...rest),
    }),
  ),
]
