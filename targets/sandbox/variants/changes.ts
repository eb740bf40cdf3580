import { Readable } from 'node:stream'
import type { BehaviourChange } from '../behaviour.ts'
import type { ApiOperation, HttpAnswer } from '../http/answer.ts'
import type { Platform } from '../platform.ts'

type Members = Record<string, unknown>

/** Changes every answer of every operation before it is sent. */
export const finishing =
  (
    change: (answer: HttpAnswer, operation: ApiOperation, platform: Platform) => HttpAnswer,
  ): BehaviourChange =>
  ({ http }) => ({
    http: {
      finished: (answer, operation, platform) =>
        change(http.finished(answer, operation, platform), operation, platform),
    },
  })

/** An answer with its JSON changed; an answer without JSON stays unchanged. */
export function ofJson(answer: HttpAnswer, change: (body: Members) => unknown, space?: number): HttpAnswer {
  if (typeof answer.body !== 'string' || !answer.headers['content-type']?.includes('json')) return answer
  return { ...answer, body: JSON.stringify(change(JSON.parse(answer.body) as Members), null, space) }
}

export const streamed = (answer: HttpAnswer): HttpAnswer =>
  answer.body instanceof Readable ? answer : { ...answer, body: Readable.from([Buffer.from(answer.body)]) }
