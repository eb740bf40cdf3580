import type { FaultAction } from '../../../conformance/ports/client.ts'
import { savesThePolicy, savesTheProposal } from '../claims/documents.ts'
import { endsInOrder, saysWhatItCouldNotDo } from '../claims/endings.ts'
import { inEverySession } from '../claims/in-every-session.ts'
import { pollingClaims } from '../claims/polling.ts'
import { retries5xx } from '../claims/retries.ts'
import {
  getsThroughOnHttps,
  speaksTls12,
  verifiesNewConnections,
  verifiesTheCertificate,
  verifiesTheHost,
} from '../claims/safety.ts'
import { renewsAfter401, reusesItsToken } from '../claims/tokens.ts'
import { type ClientScenario, clientScenario } from '../vocabulary/context.ts'
import { BROKEN, CUT, met, needsOf, REVOKED, type RequestKind } from './kinds.ts'

/** The usual answer, after which the connection is closed. */
const USUAL: FaultAction = { kind: 'late', ms: 0 }

/**
 * Requests after which the certificate changes. Different client code follows each one, and may open its connections
 * differently.
 */
const CHANGING: readonly (readonly [behind: string, on: RequestKind, does: FaultAction])[] = [
  ['a token', 'token', USUAL],
  ['a submission', 'submit', USUAL],
  ['a poll', 'status', USUAL],
  ['a refused token', 'status', REVOKED],
  ['a 5xx', 'status', BROKEN],
  ['a lost connection', 'status', CUT],
  ['a bind', 'bind', USUAL],
  ['a proposal', 'quote-proposal', USUAL],
]

const changing = CHANGING.map(([behind, on, does]) =>
  clientScenario({
    id: `tls/not-trusted-behind-${behind.replace(/^an? /, '').replaceAll(' ', '-')}`,
    title: `An impostor takes the place of the platform behind ${behind}`,
    needs: [{ offers: 'https' }, ...needsOf(on)],
    // The session itself tests where these requests go.
    exempt: ['client-token-request-is-a-form'],
    session: { served: 'untrusted-later', faults: [met(on, does)] },
    claims: [verifiesNewConnections],
  }),
)

/** The platform on https, and impostors in its place. */
export const https: readonly ClientScenario[] = [
  clientScenario({
    id: 'tls/trusted',
    title:
      'The platform is on https, with a certificate that is to be trusted, and the rating takes some seconds',
    needs: [{ offers: 'https' }],
    // Long enough to show polls and tokens on https, which a client may handle in separate code.
    session: { served: 'https', platform: { ratingMs: 7000 } },
    claims: [
      ...[...inEverySession, ...pollingClaims, reusesItsToken],
      ...[getsThroughOnHttps, endsInOrder('client-writes-its-result')],
    ],
  }),
  clientScenario({
    id: 'tls/troubles',
    title: 'Tokens are refused and answers are broken on https, too',
    needs: [{ offers: 'https' }],
    session: {
      served: 'https',
      faults: [
        ...(['status', 'bind'] as const).map((on) => met(on, REVOKED)),
        { on: 'submit', times: 1, does: { kind: 'answer', status: 503, body: 'text' } },
        { on: 'policy', times: 1, does: { kind: 'answer', status: 500, body: 'text' } },
      ],
    },
    claims: [
      ...[...inEverySession, retries5xx, renewsAfter401, reusesItsToken],
      // A client that does not get through at all shows nothing else.
      ...[getsThroughOnHttps, endsInOrder('client-renews-after-401'), savesTheProposal, savesThePolicy],
    ],
  }),
  clientScenario({
    id: 'tls/not-trusted',
    title: 'The platform is on https, with a certificate of an impostor',
    needs: [{ offers: 'https' }],
    session: { served: 'untrusted' },
    claims: [verifiesTheCertificate, saysWhatItCouldNotDo],
  }),
  clientScenario({
    id: 'tls/self-signed',
    title: 'The platform is on https, with a certificate that nobody but itself has signed',
    needs: [{ offers: 'https' }],
    session: { served: 'self-signed' },
    claims: [verifiesTheCertificate, saysWhatItCouldNotDo],
  }),
  clientScenario({
    id: 'tls/expired',
    title: 'The platform is on https, with a certificate of the right authority that has expired',
    needs: [{ offers: 'https' }],
    session: { served: 'expired' },
    claims: [verifiesTheCertificate, saysWhatItCouldNotDo],
  }),
  clientScenario({
    id: 'tls/another-host',
    title: 'The platform is on https, with a certificate of the right authority for another host',
    needs: [{ offers: 'https' }],
    session: { served: 'other-host' },
    claims: [verifiesTheHost],
  }),
  clientScenario({
    id: 'tls/old-versions',
    title: 'The platform offers nothing newer than TLS 1.1',
    needs: [{ offers: 'https' }],
    session: { served: 'old-tls' },
    claims: [speaksTls12],
  }),
  ...changing,
]
