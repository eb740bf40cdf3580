import { mergePatch } from '../../conformance/json/merge-patch.ts'
import type { Session, SimulatedPlatform } from '../../conformance/ports/client.ts'
import type { CertificateAuthority, PlatformFactory, PlatformInstance } from '../../targets/client/index.ts'
import {
  type Behaviour,
  type BehaviourChanges,
  behaviourOf,
  standardBehaviour,
} from '../../targets/sandbox/behaviour.ts'
import { makeAuthority } from '../../targets/sandbox/http/tls.ts'
import { makeInProcessSandbox } from '../../targets/sandbox/in-process.ts'
import { beforeEntries } from '../../targets/sandbox/versions/index.ts'

/** Shorter than any client's poll interval, because most sessions are not about waiting. */
const QUICK = { rating: 300, proposal: 100, issue: 300, rerating: 300 }
/** A token stays valid this much longer than `expires_in` says, so that a client may use it until the end. */
const GRACE_MS = 1500

/** The embedded sandbox as the platform of sessions. */
export const sandboxPlatforms: PlatformFactory = {
  open: (session, origin) => platformOf(session, origin),
  authority: (): Promise<CertificateAuthority> => makeAuthority(),
}

function platformOf({ platform = {}, submission: patch = {} }: Session, origin: string): PlatformInstance {
  // The former forms are applied last, because a session on an older version must answer in the words of that version.
  const behaviour = behaviourOf(() => simulatedAs(platform), ...beforeEntries(platform.lacks ?? []))
  const { credentials, submission, handle, close } = makeInProcessSandbox(behaviour, { origin })
  const { client_id, client_secret, integration_key } = credentials
  const integrationKey = `${integration_key}${platform.secretSuffix ?? ''}`
  return {
    credentials: { clientId: client_id, clientSecret: client_secret, integrationKey },
    submission: mergePatch({ ...submission }, patch) as Readonly<Record<string, unknown>>,
    handle({ method, headers, ...request }) {
      // The sandbox makes its integration keys itself, so the session's key is replaced by the sandbox's.
      const right = headers['x-integration-key'] === integrationKey
      const known = right ? { ...headers, 'x-integration-key': integration_key } : headers
      return handle({ ...request, headers: known, method: method as 'GET' })
    },
    close,
  }
}

/** The sandbox's behaviour in a session. */
function simulatedAs(platform: SimulatedPlatform): BehaviourChanges {
  const { outcome = 'ready_to_bind', declinesLater, longTokens, tokenSeconds, secretSuffix = '' } = platform
  const { tokens } = standardBehaviour
  const { reratingMs, reratedAs = outcome, ratedAtOnce } = platform
  let comesTo = outcome
  return {
    timing: {
      rating: platform.ratingMs ?? QUICK.rating,
      proposal: platform.proposalMs ?? QUICK.proposal,
      issue: platform.issueMs ?? QUICK.issue,
      rerating: reratingMs ?? QUICK.rerating,
    },
    rating: {
      outcome: () => comesTo,
      // A client that handles a decline must be able to read its text in any script.
      declineReason: () =>
        'The risk does not meet the underwriting guidelines (Größe, 保険): 100% {limit} %s \\d.',
    },
    ...(declinesLater === true && { lifecycle: { declinesAtOnce: () => false } }),
    ...(ratedAtOnce === true && {
      effects: { pending: (quote, whole) => standardBehaviour.effects.rated(quote, whole) },
    }),
    ...(reratingMs !== undefined && {
      effects: {
        updated: rerating(reratingMs, () => {
          comesTo = reratedAs
        }),
      },
    }),
    ids: { clientSecret: (random) => random.secret() + secretSuffix },
    tokens: {
      ...(longTokens === true && { text: (_, { random }) => longToken(random) }),
      ...(tokenSeconds !== undefined && {
        lifetime: tokenSeconds * 1000 + GRACE_MS,
        issued: (token, whole) =>
          tokens.issued(token, {
            ...whole,
            behaviour: {
              ...whole.behaviour,
              tokens: { ...whole.behaviour.tokens, lifetime: tokenSeconds * 1000 },
            },
          }),
      }),
    },
  }
}

const LONG_TOKEN_SECRETS = 60

/** A token of about two kilobytes, in parts like those of a signed token. */
function longToken(random: Parameters<Behaviour['ids']['clientSecret']>[0]): string {
  const parts = Array.from({ length: LONG_TOKEN_SECRETS }, () => random.secret())
  return `${parts.join('')}.a-b_c~d+e/f.${random.secret()}==`
}

/** An update takes the quote back to `pending`, which the specification allows. @param begin is called at each update */
const rerating =
  (afterMs: number, begin: () => void): Behaviour['effects']['updated'] =>
  (quote, platform) => {
    begin()
    quote.status = 'pending'
    quote.proposal = 'none'
    platform.work.schedule(afterMs, () => platform.behaviour.effects.rated(quote, platform))
  }
