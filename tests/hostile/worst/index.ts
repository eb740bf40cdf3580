import type { Behaviours, COMMANDS } from './behaviour.ts'
import { bodies } from './bodies.ts'
import { clients } from './clients.ts'
import { documents } from './documents.ts'
import { deliveries, operators } from './operators.ts'
import { profiles } from './profiles.ts'
import { receivers } from './receivers.ts'
import { records } from './records.ts'
import { tokens } from './tokens.ts'
import { transport } from './transport.ts'

/** Every hostile behaviour, by the side that shows it. */
export const hostile: Readonly<Record<keyof typeof COMMANDS, Behaviours>> = {
  platform: {
    ...tokens,
    ...bodies,
    ...records,
    ...transport,
    ...documents,
    ...operators,
    ...deliveries,
    ...profiles,
  },
  receiver: receivers,
  client: clients,
}
