import { answerAsJson, type HttpAnswer } from '../../../../http/answer.ts'
import type { Platform } from '../../../../platform.ts'
import { answering, FORMS, formed, rewritten } from '../../../answers.ts'
import { instead } from '../../../instead.ts'
import { maybe, number, one, some, textArgument, wordsOf } from '../../arguments.ts'
import { changing, MEMBERS } from '../../members.ts'
import { BODIES, picking } from './bodies.ts'
import { anyDocument, anyOperation, platformOperator } from './operator.ts'

/** Forms in which the framework refuses what no anyOperation handles. */
const REFUSALS = {
  envelope: (code, message, { behaviour }) => behaviour.answers.error(code, message),
  framework: (code, message) => answerAsJson(code, { statusCode: code, message }),
} as const satisfies Record<string, (code: number, message: string, platform: Platform) => HttpAnswer>

/** Mistakes in answers and in the data of events (2.5, 6.payload, 7). */
export const ANSWER_OPERATORS = [
  platformOperator(
    {
      answer: some(anyOperation),
      from: maybe(number),
      answered: maybe(textArgument),
      ...FORMS,
      ...MEMBERS,
      ...BODIES,
    },
    ({ answer: operations, from, answered = '', ...given }) => {
      const [isMeant, pattern] = [picking(given), new RegExp(answered)]
      return answering(operations, (answer, { body }) =>
        (from ?? answer.status) === answer.status && pattern.test(String(answer.body)) && isMeant(body)
          ? formed(rewritten(answer, changing(given)), given)
          : answer,
      )
    },
  ),
  platformOperator(
    {
      failed: some(anyOperation),
      from: maybe(number),
      like: maybe(textArgument),
      code: maybe(number),
      as: maybe(wordsOf(REFUSALS)),
    },
    ({ failed, from, like = '', code, as }) =>
      instead('http.failed', (usual, status, message, at, platform) => {
        const isMeant =
          (from ?? status) === status &&
          new RegExp(like, 'i').test(message) &&
          (at === undefined || failed.includes(at))
        const wrong = isMeant ? (code ?? status) : status
        return as === undefined || !isMeant
          ? usual(wrong, message, at, platform)
          : REFUSALS[as](wrong, message, platform)
      }),
  ),
  platformOperator(
    {
      delivered: some(anyDocument),
      type: maybe(textArgument),
      as: maybe(one('base64')),
      bytes: maybe(number),
    },
    ({ delivered, type, as, bytes: most }) =>
      instead('documents.delivered', (usual, bytes, name) => {
        if (!delivered.includes(name)) return usual(bytes, name)
        const written = as === undefined ? bytes : Buffer.from(Buffer.from(bytes).toString(as))
        return formed(usual(written.subarray(0, most), name), { type })
      }),
  ),
  platformOperator({ refusal: some(anyDocument), as: one('json') }, ({ refusal }) =>
    answering(refusal, (answer, _, { behaviour: { answers } }) =>
      answer.status < 400 ? answer : answers.error(answer.status, String(answer.body)),
    ),
  ),
  platformOperator({ eventBody: one('changed'), ...MEMBERS }, (given) =>
    instead('events.body', (usual, ...event) => changing(given)(usual(...event))),
  ),
]
