import type { MadeClient } from '../../../conformance/ports/platform.ts'
import type { Office } from '../features/office/office.ts'
import type { PlatformContext } from '../vocabulary/context.ts'

/** A client that some journeys submit with, before it is deactivated. */
export interface Borrowed {
  readonly client: MadeClient
  /** Gives the client back after a submission. It is deactivated when nobody has it any more. */
  release(): void
  /** Resolves when the client has been deactivated: true where that was done. */
  readonly inactive: Promise<boolean>
}

/** Further clients of the profile's own partner, which the journeys of a scenario share: none of them can be deleted. */
export interface JourneyClients {
  /** Returns a client beside that of the profile, always the same; undefined where none could be made. */
  second(): Promise<MadeClient | undefined>
  /** Returns a client to submit with; undefined where none could be made. */
  borrow(): Promise<Borrowed | undefined>
}

interface Shared {
  readonly made: Promise<MadeClient | undefined>
  readonly inactive: ReturnType<typeof Promise.withResolvers<boolean>>
  users: number
}

/** @param partnerId the profile's own partner, as registrations name it */
export function journeyClients(
  { operator }: Pick<PlatformContext, 'operator'>,
  { createClient, leavings }: Pick<Office, 'createClient' | 'leavings'>,
  partnerId: string,
): JourneyClients {
  const make = async () => (await createClient({ id: partnerId, own: true })).client
  let second: Promise<MadeClient | undefined> | undefined
  let open: Shared | undefined

  const deactivate = async ({ id }: MadeClient): Promise<boolean> => {
    await operator.perform('deactivate_client', { client_id: id })
    leavings.ended('client', id, 'inactive')
    return true
  }
  return {
    second() {
      second ??= make()
      return second
    },
    async borrow() {
      open ??= { made: make(), inactive: Promise.withResolvers<boolean>(), users: 0 }
      const shared = open
      shared.users += 1
      const client = await shared.made
      if (client === undefined) return undefined
      return {
        client,
        inactive: shared.inactive.promise,
        release() {
          shared.users -= 1
          if (shared.users > 0) return
          // Who submits later gets another one.
          open = undefined
          shared.inactive.resolve(deactivate(client).catch(() => false))
        },
      }
    },
  }
}
