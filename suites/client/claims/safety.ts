import type { Exchange } from '../../../conformance/exchange.ts'
import { cannotTell, failed, passed, type Verdict } from '../../../conformance/verdict.ts'
import { type ClientClaim, sessionClaim } from '../vocabulary/context.ts'
import { each, finding, judged } from '../vocabulary/verdicts.ts'

const CARRIES = ['authorization', 'x-integration-key']

/**
 * Legal: a redirect that is followed without credentials, or not followed; a checkout link that is opened without credentials.
 */
export const keepsCredentials = sessionClaim('client-keeps-credentials-to-the-service', (trace) =>
  each(trace, ({ strayed, requests }) => {
    const findings = strayed
      .filter(hasCredentials)
      .map((one) => finding(one, 'no credentials on another origin', namesOf(one)))
    return judged(requests.length, findings, 'nothing arrived')
  }),
)

const hasCredentials = (one: Exchange): boolean => namesOf(one) !== ''

function namesOf({ request }: Exchange): string {
  const names = request.headers.map(([name]) => name).filter((name) => CARRIES.includes(name))
  return [...names, ...(/client_secret=/.test(request.body ?? '') ? ['client_secret'] : [])].join(', ')
}

/** Legal: client id and quote ids in a log. */
export const printsNoSecret = sessionClaim('client-prints-no-secret', ({ performances }): Verdict => {
  const runs = performances.flatMap((one) => one.runs).filter(({ byHand }) => byHand !== true)
  if (runs.length === 0) return cannotTell('driven by hand: its output cannot be seen', 'client.command')
  const printed = [...new Set(runs.flatMap((run) => run.printedSecrets))]
  if (printed.length === 0) return passed()
  return failed({
    expected: 'no credential on stdout or stderr, or in result.json',
    observed: printed.join(', '),
  })
})

/** The client sends nothing to a server with an untrusted certificate. Legal: TLS handshakes that end there. */
const sendsNothingTo = (server: string): ClientClaim =>
  sessionClaim('client-verifies-the-certificate', (trace) =>
    each(trace, ({ requests }) => {
      const [first] = requests
      return first === undefined
        ? passed()
        : failed(finding(first, `no request to a server with ${server}`, `${requests.length} requests`))
    }),
  )

export const verifiesTheCertificate = sendsNothingTo('a certificate that is not to be trusted')

/** The certificate is from the trusted authority, so only its host name is wrong. */
export const verifiesTheHost = sendsNothingTo('a certificate for another host')

/** An impostor replaces the platform in the middle of a journey. Legal: TLS handshakes that end there. */
export const verifiesNewConnections = sessionClaim('client-verifies-the-certificate', (trace) =>
  each(trace, ({ strayed, metImpostor = false }) => {
    const findings = strayed
      .slice(0, 1)
      .map((one) =>
        finding(one, "no request to an impostor in the platform's place", `${strayed.length} requests`),
      )
    return judged(metImpostor ? 1 : 0, findings, 'the client opened no further connection')
  }),
)

/** Legal: TLS 1.2 and 1.3, and a client that supports only these. */
export const speaksTls12 = sessionClaim('client-uses-tls-1-2', (trace) =>
  each(trace, ({ requests, tlsVersions }) => {
    const old = tlsVersions.filter((version) => version === 'TLSv1' || version === 'TLSv1.1')
    const [first] = requests
    if (old.length === 0) return passed()
    const observed = `a connection with ${old.join(' and ')}`
    return failed(
      first === undefined
        ? { expected: 'TLS 1.2 or higher', observed }
        : finding(first, 'TLS 1.2 or higher', observed),
    )
  }),
)

/** With a trusted certificate the client completes its journey on https. */
export const getsThroughOnHttps = sessionClaim('client-uses-tls-1-2', (trace) =>
  each(trace, ({ requests, tlsVersions }) =>
    requests.length > 0
      ? passed(tlsVersions.join(', '))
      : failed({
          expected: 'requests over TLS 1.2 or higher, with the authority of QUOTE_CA',
          observed: 'none arrived',
        }),
  ),
)
