import type { ScenarioFinished } from '../../conformance/events.ts'
import type { Exchange } from '../../conformance/exchange.ts'
import { curlLine } from '../curl.ts'
import { shorten } from '../printable.ts'

/** One exchange as the page shows it: request and answer side by side, and the request as a shell command. */
export interface PageExchange {
  readonly id: string
  readonly operation: string
  readonly request: Pick<Exchange['request'], 'method' | 'url' | 'headers' | 'body'>
  readonly answer?: {
    readonly status: number
    readonly headers: readonly (readonly [string, string])[]
    readonly size: number
    readonly text?: string
  }
  readonly failure?: string
  readonly ms: number
  readonly curl?: string
}

/** A delivery that a finding names. */
export interface PageDelivery {
  readonly id: string
  readonly method: string
  readonly headers: readonly (readonly [string, string])[]
  readonly body?: string
  readonly signedWith: string
}

/** Evidence of one scenario, which the page unpacks on request. */
export interface PageEvidence {
  readonly exchanges: readonly PageExchange[]
  readonly deliveries: readonly PageDelivery[]
}

/**
 * The exchanges of a scenario and the deliveries that its findings name. Their bodies are cut; `results.jsonl` has them in
 * full.
 */
export function pageExchanges(
  { exchanges, arrivals, checks }: ScenarioFinished,
  longestBody: number,
): PageEvidence {
  const findings = checks.flatMap(({ verdict }) => (verdict.kind === 'failed' ? verdict.findings : []))
  const named = new Set(findings.map(({ arrival }) => arrival))
  return {
    exchanges: exchanges.map((exchange) => pageExchange(exchange, longestBody)),
    deliveries: arrivals
      .filter(({ id }) => named.has(id))
      .map(({ id, method, headers, body, signature }) => ({
        ...{ id, method, headers, signedWith: signature.signedWith },
        ...(body === undefined ? {} : { body: shorten(body, longestBody) }),
      })),
  }
}

function pageExchange(exchange: Exchange, longest: number): PageExchange {
  const { id, operation, request, answer, failure, elapsedMs } = exchange
  const { method, url, headers, body } = request
  const text = answer?.body.text
  const curl = longest > 0 ? curlLine(exchange) : ''
  return {
    ...{ id, operation },
    request: { method, url, headers, ...(body === undefined ? {} : { body: shorten(body, longest) }) },
    ...(answer === undefined
      ? {}
      : {
          answer: {
            status: answer.status,
            headers: answer.headers,
            size: answer.body.size,
            ...(text === undefined ? {} : { text: shorten(text, longest) }),
          },
        }),
    ...(failure === undefined ? {} : { failure: `${failure.kind}: ${failure.message}` }),
    ms: Math.round(elapsedMs),
    // A shell command that was cut is of no use.
    ...(curl === '' || curl.length > 2 * longest ? {} : { curl }),
  }
}
