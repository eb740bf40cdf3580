import type { Exchange } from '../../../../conformance/exchange.ts'
import { all, failed, passed, type Verdict } from '../../../../conformance/verdict.ts'
import { finding, statusIs } from './answer.ts'
import { at, isObject, show, valueIs, withJson } from './json.ts'

/** Judges a success envelope (2.5): the status word, an object `data`, and no `error` beside it. */
export function successEnvelope(exchange: Exchange, word: string): Verdict {
  return withJson(exchange, (body) =>
    all([
      valueIs(exchange, '/status', word),
      isObject(body.data) ? passed() : failed(finding(exchange, 'an object', show(body.data), '/data')),
      body.error === undefined || body.error === null
        ? passed()
        : failed(finding(exchange, 'no error beside data', show(body.error), '/error')),
    ]),
  )
}

/** Judges a refusal envelope (2.5, 7): the status word and the string `error.message`. */
export function errorEnvelope(exchange: Exchange, word: 'error' | 'declined'): Verdict {
  return all([valueIs(exchange, '/status', word), errorMessage(exchange)])
}

export function errorMessage(exchange: Exchange): Verdict {
  return withJson(exchange, (body) => {
    const message = at(body, '/error/message')
    return typeof message === 'string'
      ? passed()
      : failed(finding(exchange, 'a string', show(message), '/error/message'))
  })
}

/** Judges the refusal of an invalid body (7, R1): 400, status `error`, `error.message`. */
export function refusedAsInvalid(exchange: Exchange): Verdict {
  const code = statusIs(exchange, 400)
  return code.kind === 'passed' ? errorEnvelope(exchange, 'error') : code
}

/** Judges that a refusal has no `data`. */
export function withoutData(exchange: Exchange): Verdict {
  return withJson(exchange, (body) =>
    body.data === undefined || body.data === null
      ? passed()
      : failed(finding(exchange, 'no data', show(body.data), '/data')),
  )
}
