import type { CertificateFacts, ReceiverFacts } from '../../../../conformance/ports/receiver.ts'
import { defineScenario } from '../../../../conformance/scenario.ts'
import { cannotTell, failed, observed, passed, type Verdict } from '../../../../conformance/verdict.ts'
import type { Spec } from '../../../../spec/spec.ts'
import { claim, type ReceiverContext, type ReceiverScenario } from '../../vocabulary/context.ts'

/** Judges whether the endpoint uses plain http. This is a breach in production only. */
export const endpointAddress: ReceiverScenario = defineScenario<ReceiverContext, Spec, ReceiverFacts>({
  id: 'endpoint/address',
  title: 'The endpoint is on https',
  readOnly: true,
  drive: async ({ facts }) => facts,
  claims: [claim('receiver-url-is-https', isHttps)],
})

function isHttps({ url, environment }: ReceiverFacts): Verdict {
  const { protocol } = new URL(url)
  if (protocol === 'https:') return passed()
  return environment === 'production'
    ? failed({
        expected: 'an https address',
        observed: `an address on ${protocol.slice(0, -1)}`,
        at: 'receiver.url',
      })
    : cannotTell('plain http is allowed for a test system; only a receiver in production must use https')
}

/** Checks chain, host name and dates as the platform's HTTP client would. */
export const certificate: ReceiverScenario = defineScenario<
  ReceiverContext,
  Spec,
  CertificateFacts & { environment: string }
>({
  id: 'endpoint/certificate',
  title: 'The certificate is trusted',
  needs: [{ offers: 'https' }],
  readOnly: true,
  drive: async (context) => ({
    ...(await context.certificate()),
    environment: context.facts.environment,
  }),
  claims: [claim('receiver-certificate-is-trusted', isTrusted)],
})

/**
 * In production an untrusted certificate is a breach. Elsewhere it is a breach only if the profile names the authority to
 * trust: a test system may have an authority of its own.
 */
function isTrusted(trace: CertificateFacts & { readonly environment: string }): Verdict {
  const { trusted, selfSigned, message, host, authorityNamed, environment } = trace
  const isProduction = environment === 'production'
  const breach = failed({
    expected: `a trusted certificate for ${host}`,
    observed: message,
    at: 'certificate',
  })
  if (selfSigned && isProduction) return breach
  if (trusted)
    return selfSigned
      ? observed(`the certificate is self-signed, and the profile trusts it`)
      : passed(message)
  if (isProduction || authorityNamed) return breach
  return cannotTell(`the certificate is not trusted here: ${message}`, 'tls.ca')
}
