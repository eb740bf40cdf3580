import type { Platform } from '../platform.ts'
import type { Client } from './directory.ts'
import type { ClientRules } from './rules.ts'
import { SealedSecret } from './sealed-secret.ts'

export const standardClients: ClientRules<Platform> = {
  mayCreate: ({ status }) => status === 'active',
  create({ id: partnerId }, { name, description }, { random, clock, directory, behaviour }) {
    const id = behaviour.ids.client(partnerId, random)
    const secret = behaviour.ids.clientSecret(random)
    const client: Client = {
      id,
      name,
      ...(description === undefined ? {} : { description }),
      partnerId,
      secret: new SealedSecret(secret),
      createdAt: clock.now(),
      status: 'active',
    }
    directory.clients.set(id, client)
    return { made: client, secret }
  },
  setStatus(client, status) {
    client.status = status
  },
  shown: ({ id, name, description, status, createdAt, secret }, { behaviour }) => ({
    client_id: id,
    name,
    ...(description === undefined ? {} : { description }),
    status,
    created_at: behaviour.formats.timestamp(createdAt),
    secret_last_four: secret.lastFour,
  }),
}
