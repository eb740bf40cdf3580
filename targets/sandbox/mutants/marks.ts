import type { BehaviourChange } from '../behaviour.ts'
import type { ApiOperation, HttpAnswer } from '../http/answer.ts'
import { answering } from './answers.ts'
import type { Mutant } from './mutant.ts'

const MARK = '\ufeff'

type Encode = (text: string) => string | Buffer

const marked: Encode = (text) => MARK + text
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
]
