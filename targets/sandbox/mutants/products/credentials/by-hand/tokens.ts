import type { BehaviourChange } from '../../../../behaviour.ts'
import type { Token, TokenRefusal } from '../../../../credentials/rules.ts'
import { answerAsJson } from '../../../../http/answer.ts'
import type { Client } from '../../../../office/directory.ts'
import { after, instead } from '../../../instead.ts'
import { endTokens } from '../operators/operator.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS

/** Token requests of one client within so many milliseconds are a burst. */
const BURST_MS = 200

const BURST = 4

/** Accepts the secrets of some clients for the one that a token request names. */
const withSecretOf = (isMeant: (client: Client, asked: Client | undefined) => boolean): BehaviourChange =>
  instead('tokenChecks.secret', (usual, form, platform) => {
    const { clients } = platform.directory
    const asked = clients.get(form.get('client_id') ?? '')
    const given = form.get('client_secret') ?? ''
    const isKnown = [...clients.values()].some((one) => isMeant(one, asked) && one.secret.is(given))
    return isKnown ? undefined : usual(form, platform)
  })

const FAILED: TokenRefusal = { code: 'invalid_client', description: 'client authentication failed' }

/** Defects of the token endpoint, and wrong lifetimes of tokens (5, 5.rule.3, 5.rule.4, 8). */
export const TOKENS_BY_HAND: Readonly<Record<string, BehaviourChange>> = {
  'token-for-any-partners-secret': withSecretOf(() => true),
  'secrets-are-looked-up-by-account': withSecretOf(
    (one, asked) => one.partnerId === asked?.partnerId && one.status === 'active',
  ),
  'token-for-an-unknown-client': instead('tokenChecks.client', (_, form, platform) => {
    const { directory, behaviour } = platform
    const [account] = directory.partners.values()
    if (!directory.clients.has(form.get('client_id') ?? '') && account !== undefined) {
      const { made, secret } = behaviour.clients.create(account, { name: 'On its first request' }, platform)
      form.set('client_id', made.id)
      form.set('client_secret', secret)
    }
    return undefined
  }),
  'token-without-a-client': instead('tokenChecks.parameters', (usual, form, platform) => {
    if (!form.has('client_id')) form.set('client_id', [...platform.directory.clients.keys()][0] ?? '')
    return usual(form, platform)
  }),
  'token-refused-in-the-envelope': instead('tokens.refused', (_, { description }) =>
    answerAsJson(400, { status: 'error', error: { message: description } }),
  ),
  'token-requests-begin-with-the-client': instead('tokenChecks.parameters', (usual, form, platform) =>
    [...form.keys()][0] === 'client_id' ? usual(form, platform) : FAILED,
  ),
  'a-late-renewal-ends-the-token': instead('tokens.mint', (usual, client, platform) => {
    const isLate = ({ expiresAt }: Token) => expiresAt - platform.clock.now() < 5 * MINUTE_MS
    endTokens(platform, (token) => token.clientId === client.id && isLate(token))
    return usual(client, platform)
  }),
  'tokens-expire-by-the-time-of-day': instead(
    'tokens.isExpired',
    (_, { expiresAt }, now) => now >= expiresAt && (now - (expiresAt - HOUR_MS)) % DAY_MS >= HOUR_MS,
  ),
  'late-use-prolongs-a-token': after('access.token', (token, _, { clock, tokens }) => {
    if (typeof token !== 'string' && token.expiresAt - clock.now() < MINUTE_MS)
      tokens.set(token.text, { ...token, expiresAt: token.expiresAt + 5 * MINUTE_MS })
  }),
  'renewed-tokens-end-with-the-first': instead('tokens.mint', (usual, client, platform) => {
    const earlier = [...platform.tokens.values()].findLast(
      ({ clientId, expiresAt }) => clientId === client.id && expiresAt > platform.clock.now(),
    )
    const token = usual(client, platform)
    const session = earlier === undefined ? token : { ...token, expiresAt: earlier.expiresAt }
    platform.tokens.set(token.text, session)
    return session
  }),
  'newer-tokens-end-older-ones'(base) {
    const used = new WeakSet<object>()
    return after('access.token', (token, _, platform) => {
      if (typeof token === 'string') return
      used.add(token)
      const all = [...platform.tokens.values()]
      const older = new Set(all.slice(0, all.indexOf(token)))
      endTokens(platform, (one) => older.has(one) && one.clientId === token.clientId && !used.has(one))
    })(base)
  },
  'only-the-last-token-of-a-burst'(base) {
    const recent = new Map<string, { readonly text: string; readonly at: number }[]>()
    return after('tokens.mint', ({ text }, { id }, { tokens }) => {
      const at = performance.now()
      const burst = (recent.get(id) ?? []).filter((one) => at - one.at < BURST_MS)
      if (burst.length >= BURST) for (const one of burst) tokens.delete(one.text)
      recent.set(id, [...burst, { text, at }])
    })(base)
  },
}
