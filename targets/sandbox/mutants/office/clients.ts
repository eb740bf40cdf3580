import type { BehaviourChange } from '../../behaviour.ts'
import type { Client } from '../../office/directory.ts'
import type { Shown } from '../../office/rules.ts'
import type { Mutant } from '../mutant.ts'

/** Changes how clients are shown. */
const showing =
  (change: (shown: Shown, client: Client) => Shown): BehaviourChange =>
  ({ clients }) => ({
    clients: { shown: (client, platform) => change(clients.shown(client, platform), client) },
  })

/** Stores secrets beside the back office, as a portal might that can show them again. */
const remembering =
  (show: (shown: Shown, secret: string, client: Client) => Shown): BehaviourChange =>
  ({ clients }) => {
    const secrets = new WeakMap<Client, string>()
    return {
      clients: {
        create(partner, wish, platform) {
          const made = clients.create(partner, wish, platform)
          secrets.set(made.made, made.secret)
          return made
        },
        shown(client, platform) {
          const secret = secrets.get(client)
          const shown = clients.shown(client, platform)
          return secret === undefined ? shown : show(shown, secret, client)
        },
      },
    }
  }

const without = (member: string, what: string): Mutant => ({
  id: `clients-without-${member.replaceAll('_', '-')}`,
  says: `The page of a client leaves out ${what}`,
  kills: ['client-has-its-properties'],
  change: showing(({ [member]: _, ...rest }) => rest),
})

/** Defects of M2M clients (2.6, 5.rule.2, 5.rule.4, 5.rule.7). */
export const clientMutants: readonly Mutant[] = [
  without('client_id', 'its id'),
  without('name', 'its name'),
  without('description', 'its description'),
  without('status', 'its status'),
  without('created_at', 'the date of its creation'),
  without('secret_last_four', 'the last four characters of its secret'),
  {
    id: 'clients-show-the-first-four',
    says: 'The first four characters of a secret are shown in place of the last',
    kills: ['client-has-its-properties'],
    change: remembering((shown, secret) => ({ ...shown, secret_last_four: secret.slice(0, 4) })),
  },
  {
    id: 'clients-without-a-description-end-otherwise',
    says: 'The page of a client without a description shows the last characters of its id instead of its secret',
    kills: ['client-has-its-properties'],
    change: showing((shown, { id, description = '' }) =>
      description === '' ? { ...shown, secret_last_four: id.slice(-4) } : shown,
    ),
  },
  {
    id: 'clients-are-called-enabled',
    says: 'The page of a client shows enabled or disabled as its status',
    kills: ['client-status-values'],
    change: showing((shown, { status }) => ({
      ...shown,
      status: status === 'active' ? 'enabled' : 'disabled',
    })),
  },
  {
    id: 'deactivated-clients-stay-active',
    says: 'The page of a client shows the status that it had when it was made',
    kills: ['client-status-values'],
    change: showing((shown) => ({ ...shown, status: 'active' })),
  },
  {
    id: 'clients-show-their-secret',
    says: 'The page of a client shows its secret behind a button',
    kills: ['client-secret-is-shown-once'],
    change: remembering((shown, secret) => ({ ...shown, more: { credentials: [{ value: secret }] } })),
  },
  {
    id: 'clients-show-their-secret-encoded',
    says: 'The page of a client holds its secret in base64',
    kills: ['client-secret-is-shown-once'],
    change: remembering((shown, secret) => ({ ...shown, blob: Buffer.from(secret).toString('base64') })),
  },
  {
    id: 'inactive-clients-show-their-secret',
    says: 'Once a client is inactive its secret is shown, so that it can be archived',
    kills: ['client-secret-is-shown-once'],
    change: remembering((shown, secret, { status }) =>
      status === 'inactive' ? { ...shown, archived: `secret ${secret}` } : shown,
    ),
  },
  {
    id: 'activated-clients-show-their-secret',
    says: 'The page of a client that was activated again shows its secret, so that it can be deployed',
    kills: ['client-secret-is-shown-once'],
    change: (behaviour) => {
      const again = new WeakSet<Client>()
      const { clients = {} } = remembering((shown, secret, client) =>
        again.has(client) && client.status === 'active' ? { ...shown, secret } : shown,
      )(behaviour)
      return {
        clients: {
          ...clients,
          setStatus(client, status, platform) {
            behaviour.clients.setStatus(client, status, platform)
            if (status === 'inactive') again.add(client)
          },
        },
      }
    },
  },
  {
    id: 'clients-of-disabled-accounts-show-their-secret',
    says: 'The pages of a disabled account show all its secrets',
    kills: ['client-secret-is-shown-once'],
    change: (behaviour) => {
      const { clients = {} } = remembering((shown, secret) => ({ ...shown, secret }))(behaviour)
      return {
        clients: {
          ...clients,
          shown(client, platform) {
            const partner = platform.directory.partners.get(client.partnerId)
            const { shown = behaviour.clients.shown } = clients
            return (partner?.status === 'disabled' ? shown : behaviour.clients.shown)(client, platform)
          },
        },
      }
    },
  },
  {
    id: 'client-ids-carry-the-company',
    says: 'The id of a new client carries a number of the company in place of the partner',
    kills: ['client-id-shape'],
    change: ({ ids }) => ({
      ids: {
        client: (partnerId, random) =>
          ids.client(partnerId, random).replace(partnerId, partnerId.slice(0, 8)),
      },
    }),
  },
  {
    id: 'one-secret-for-all-clients',
    says: 'All clients of an account have the secret of the first one',
    kills: ['lost-secret-is-replaced'],
    change({ clients, ids }) {
      const secrets = new Map<string, string>()
      let partnerId = ''
      return {
        clients: {
          create(partner, wish, platform) {
            partnerId = partner.members.length > 0 ? partner.id : ''
            return clients.create(partner, wish, platform)
          },
        },
        ids: {
          clientSecret(random) {
            const secret = secrets.get(partnerId) ?? ids.clientSecret(random)
            if (partnerId !== '') secrets.set(partnerId, secret)
            return secret
          },
        },
      }
    },
  },
  {
    id: 'clients-start-inactive',
    says: 'A new client has to be activated before it gets a token',
    kills: ['credentials-come-from-the-portal'],
    change: ({ clients }) => ({
      clients: {
        create(partner, wish, platform) {
          const made = clients.create(partner, wish, platform)
          if (partner.members.length > 0) made.made.status = 'inactive'
          return made
        },
      },
    }),
  },
  {
    id: 'new-clients-end-the-tokens-of-others',
    says: 'A new client ends the tokens of all other clients of its account',
    kills: ['credentials-come-from-the-portal'],
    change: ({ clients }) => ({
      clients: {
        create(partner, wish, platform) {
          if (partner.members.length > 0)
            for (const { text, partnerId } of platform.tokens.values())
              if (partnerId === partner.id) platform.tokens.delete(text)
          return clients.create(partner, wish, platform)
        },
      },
    }),
  },
]
