import type { MadeClient, TokenHandle } from '../../../conformance/ports/platform.ts'
import { unlessUnable } from '../../../conformance/verdict.ts'
import type { PlatformContext } from '../vocabulary/context.ts'
import type { Office } from '../vocabulary/operator/office.ts'

/** A client that some journeys submit with, before it is deactivated. */
export interface Borrowed {
  /** A token of it. */
  readonly token: TokenHandle
  /** Gives the client back after a submission. It is deactivated when nobody has it any more. */
  release(): void
  /** Resolves when the client has been deactivated: true where that was done. */
  readonly inactive: Promise<true | undefined>
}

/** Further clients of the profile's own partner, as few as possible: none of them can be deleted. */
export interface JourneyClients {
  /** Returns a client beside that of the profile, always the same; undefined where none could be made. */
  second(): Promise<MadeClient | undefined>
  /** Returns a client to submit with; undefined where none could be made, or where it gets no token. */
  borrow(context: Pick<PlatformContext, 'http'>): Promise<Borrowed | undefined>
}

interface Shared {
  readonly made: Promise<MadeClient | undefined>
  readonly inactive: ReturnType<typeof Promise.withResolvers<true | undefined>>
  users: number
}

/** How many clients are made and deactivated at most: none can be deleted. Journeys that submit at the same time share one. */
const MOST_DEACTIVATED = 6

/** @param partnerId the profile's own partner, as registrations name it */
export function journeyClients(
  { operator }: Pick<PlatformContext, 'operator'>,
  { createClient, leavings }: Pick<Office, 'createClient' | 'leavings'>,
  partnerId: string,
): JourneyClients {
  const make = async () => (await createClient({ id: partnerId, own: true })).client
  let second: Promise<MadeClient | undefined> | undefined
  let open: Shared | undefined
  let deactivated = 0

  const deactivate = async ({ id }: MadeClient): Promise<true> => {
    await operator.perform('deactivate_client', { client_id: id })
    leavings.ended('client', id, 'inactive')
    return true
  }
  return {
    second() {
      second ??= make()
      return second
    },
    async borrow({ http }) {
      if (open === undefined && deactivated >= MOST_DEACTIVATED) return undefined
      open ??= { made: make(), inactive: Promise.withResolvers<true | undefined>(), users: 0 }
      const shared = open
      shared.users += 1
      const client = await shared.made
      if (client === undefined) return undefined
      const release = () => {
        shared.users -= 1
        if (shared.users > 0) return
        // Who submits later gets another one.
        open = undefined
        deactivated += 1
        shared.inactive.resolve(deactivate(client).catch(unlessUnable))
      }
      let token: TokenHandle | undefined
      try {
        token = (await http.holdToken(client)).token
      } finally {
        // Others wait until everybody has given it back.
        if (token === undefined) release()
      }
      return token && { token, inactive: shared.inactive.promise, release }
    },
  }
}
