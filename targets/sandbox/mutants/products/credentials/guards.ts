import { type ApiOperation, isDocument } from '../../../http/answer.ts'
import { routes } from '../../../http/routes.ts'
import type { IntegrationKey, Partner, Slot } from '../../../office/directory.ts'
import { isFirstPartner } from '../../../office/first-partner.ts'
import type { Platform } from '../../../platform.ts'
import { standardLifecycle } from '../../../quotes/lifecycle.ts'
import type { Guard } from '../product.ts'
import type { CredentialHistory } from './history.ts'
import { type CredentialUse, slotOf } from './use.ts'

/** Says whether a request is in a circumstance now. */
type Holds = (history: CredentialHistory, request: CredentialUse, platform: Platform) => boolean

const row = (id: string, words: string, holds: Holds): Guard<CredentialUse, CredentialHistory> => ({
  id,
  words,
  holds,
})

/** A circumstance of requests to the API only. */
const asked = (...of: Parameters<typeof row>): Guard<CredentialUse, CredentialHistory> => ({
  ...row(...of),
  part: 'api',
})

const MINUTE_MS = 60_000
const DAY_MS = 86_400_000

/** The age of the token, in milliseconds. */
const ageOf = ({ token }: CredentialUse, { clock, behaviour }: Platform): number =>
  token === undefined ? 0 : clock.now() - token.expiresAt + behaviour.tokens.lifetime

/** The token has had so much of its life, or more. */
const aged = (id: string, words: string, ms: number) =>
  asked(id, words, (_, use, platform) => ageOf(use, platform) > ms)

/** Another account is in a certain relation to that of the partner. */
const besideAccount = (id: string, words: string, isMeant: (other: Partner, own?: Partner) => boolean) =>
  row(id, words, (_, { partner }, { directory }) =>
    [...directory.partners.values()].some((one) => one !== partner && isMeant(one, partner)),
  )

/** The key is one of another partner. */
const foreign = (id: string, words: string, slots: readonly (Slot | undefined)[]) =>
  asked(id, words, (_, { headers, slot }, { directory }) =>
    [...directory.partners.values()].some(
      (one) => slot === undefined && slots.includes(slotOf(one, String(headers['x-integration-key']))),
    ),
  )

/** The clients of the partner, oldest first. */
const clientsOf = ({ partner }: CredentialUse, { directory }: Platform) =>
  [...directory.clients.values()].filter(({ partnerId }) => partnerId === partner?.id)

const STATES = Object.keys(standardLifecycle.transitions)

/** One line a circumstance: what is asked, whose the credentials are, how old, and what happened to them. */
export const CREDENTIAL_GUARDS: readonly Guard<CredentialUse, CredentialHistory>[] = [
  ...routes.map(({ operation }) =>
    asked(`at-${operation}`, `at ${operation}`, (_, use) => use.operation === operation),
  ),
  asked('at-a-document', 'at a document', (_, { operation }) => isDocument(operation as ApiOperation)),
  row('first-partner', 'of the first partner', (_, { partner }, platform) =>
    partner === undefined ? false : isFirstPartner(partner.id, platform),
  ),
  row('other-partner', 'of another partner than the first', (_, { partner }, platform) =>
    partner === undefined ? false : !isFirstPartner(partner.id, platform),
  ),
  row('other-client', 'of another client than the first of its partner', (_, use, platform) =>
    use.client === undefined ? false : clientsOf(use, platform)[0] !== use.client,
  ),
  row(
    'made-later',
    'of a client that was made a minute after its account',
    (_, { client, partner }) =>
      client !== undefined && partner !== undefined && client.createdAt - partner.registeredAt > MINUTE_MS,
  ),
  row('inactive-client', 'of an inactive client', (_, { client }) => client?.status === 'inactive'),
  asked(
    'inactive-for-minutes',
    'of a client that has been inactive for five minutes',
    ({ deactivated }, { client }, { clock }) =>
      client?.status === 'inactive' &&
      clock.now() - (deactivated.get(client.id) ?? clock.now()) > 5 * MINUTE_MS,
  ),
  row('active-again', 'of a client that was inactive once', ({ deactivated }, { client }) =>
    client === undefined ? false : client.status === 'active' && deactivated.has(client.id),
  ),
  row('after-a-wrong-secret', 'of a client that was given a wrong secret', ({ wrongSecrets }, { client }) =>
    wrongSecrets.has(client?.id ?? ''),
  ),
  row('after-refusals', 'of a partner with five refused requests', ({ refused }) => refused >= 5),
  row(
    'after-others',
    'of a partner that asked for a quote of another',
    ({ askedForOthers }) => askedForOthers,
  ),
  row('after-a-rotation', 'of a partner that replaced a key', ({ replaced }) => replaced.length > 0),
  row('after-two-rotations', 'of a partner that replaced two keys', ({ replaced }) => replaced.length > 1),
  row('after-a-secondary-rotation', 'of a partner that replaced its secondary key', ({ replaced }) =>
    replaced.some(({ slot }) => slot === 'secondary'),
  ),
  row(
    'just-after-a-rotation',
    'of a partner that replaced a key less than ten seconds ago',
    ({ replacedAt }, _, { clock }) => clock.now() - replacedAt < MINUTE_MS / 6,
  ),
  row(
    'soon-after-a-rotation',
    'of a partner that replaced a key less than an hour ago',
    ({ replacedAt }, _, { clock }) => clock.now() - replacedAt < 60 * MINUTE_MS,
  ),
  asked('replaced-key', 'with a replaced key', ({ replaced }, { headers }) =>
    replaced.some(({ key }) => key.secret.is(String(headers['x-integration-key']))),
  ),
  asked('later-key', 'with a key that came later', ({ laterKeys }, { partner, slot = 'primary' }) =>
    laterKeys.has(partner?.keys[slot] as IntegrationKey),
  ),
  asked(
    'day-old-key',
    'with a key that is a day old',
    (_, { partner, slot = 'primary' }, { clock }) =>
      clock.now() - (partner?.keys[slot]?.createdAt ?? clock.now()) > DAY_MS,
  ),
  row(
    'replacing',
    'at the portal, where it replaces a key',
    (_, { operation, partner, slot }) =>
      operation === 'portal' && slot !== undefined && partner?.keys[slot] !== undefined,
  ),
  asked('primary-key', 'with the primary key', (_, { slot }) => slot === 'primary'),
  asked('secondary-key', 'with the secondary key', (_, { slot }) => slot === 'secondary'),
  asked('missing-key', 'without a key', (_, { headers }) => headers['x-integration-key'] === undefined),
  asked('empty-key', 'with an empty key', (_, { headers }) => headers['x-integration-key'] === ''),
  // Node joins headers of the same name with commas.
  asked('several-keys', 'with several keys', (_, { headers }) =>
    String(headers['x-integration-key']).includes(', '),
  ),
  foreign('foreign-key', 'with a key of another partner', ['primary', 'secondary']),
  foreign('foreign-secondary-key', 'with a secondary key of another partner', ['secondary']),
  row(
    'new-account',
    'of an account that registered itself',
    (_, { partner }) => partner?.members.length !== 0,
  ),
  ...['denied', 'disabled'].map((status) =>
    row(`${status}-account`, `of a ${status} account`, (_, { partner }) => partner?.status === status),
  ),
  ...(['active', 'denied'] as const).map((status) =>
    besideAccount(
      `namesake-of-${status}`,
      `of an account with the name of an account that is ${status}`,
      (one, own) => one.name === own?.name && one.status === status,
    ),
  ),
  besideAccount(
    'after-an-approval',
    'after another account was approved',
    ({ members, status }) => members.length > 0 && status === 'active',
  ),
  row('without-description', 'of a client without a description', (_, { client }) => !client?.description),
  row('approved-again', 'of an account that was approved again', ({ approvedAgain }) => approvedAgain),
  row('two-keys', 'of a partner with two keys', (_, { partner }) => partner?.keys.secondary !== undefined),
  row('one-key', 'of a partner with one key', (_, { partner }) => partner?.keys.secondary === undefined),
  row('later-token', 'with a later token of its client', ({ issued }, { client }) =>
    client === undefined ? false : (issued.get(client.id) ?? 0) > 1,
  ),
  row('many-tokens', 'of a client with ten tokens', ({ issued }, { client }) =>
    client === undefined ? false : (issued.get(client.id) ?? 0) >= 10,
  ),
  asked(
    'older-token',
    'with another token than the newest of its client',
    (_, { token, client }, { tokens }) =>
      token !== [...tokens.values()].findLast(({ clientId }) => clientId === client?.id),
  ),
  asked('used-once', 'with a token that was used before', ({ used }, { token }) =>
    used.has(token?.text ?? ''),
  ),
  asked('used-often', 'with a token that was used twenty times', ({ used }, { token }) =>
    token === undefined ? false : (used.get(token.text) ?? 0) >= 20,
  ),
  aged('half-time', 'with a token that is half an hour old', 30 * MINUTE_MS),
  aged('last-minute', 'with a token in its last minute or later', 59 * MINUTE_MS),
  aged('long-expired', 'with a token that is a day old', DAY_MS),
  asked('other-language', 'in another language', (_, { headers }) =>
    /^(?!en)/.test(headers['accept-language'] ?? 'en'),
  ),
  asked('with-a-query', 'with a query', (_, { url }) => url.includes('?')),
  asked('capitals', 'whose id has capitals', (_, { url }) => /[A-F][^/]*$/.test(url)),
  asked('lower-case-scheme', 'whose scheme is written in other letters', (_, { headers }) =>
    /^(?!Bearer )/.test(headers.authorization ?? 'Bearer '),
  ),
  ...STATES.map((state) =>
    asked(
      `for-${state.replaceAll('_', '-')}`,
      `for a quote in ${state}`,
      (_, { quote }) => quote?.status === state,
    ),
  ),
  asked(
    'own-quote',
    'for a quote of its partner',
    (_, { quote, partner }) => quote !== undefined && quote.partnerId === partner?.id,
  ),
  asked(
    'unknown-quote',
    'for a quote that is not known',
    (_, { operation, quote }) => quote === undefined && !['submit', 'token', 'portal'].includes(operation),
  ),
]
