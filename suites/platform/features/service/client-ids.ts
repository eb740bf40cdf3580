import { all, cannotTell, failed, passed, type Verdict } from '../../../../conformance/verdict.ts'
import { claim, type PlatformScenario, scenario } from '../../vocabulary/context.ts'

interface Trace {
  readonly clientIds: readonly string[]
  readonly partnerId?: string
}

/**
 * Checks the client ids in the profile, which the partner portal issued (2.6). Sends nothing.
 */
export const clientIds: PlatformScenario = scenario<Trace>({
  id: 'service/client-ids',
  title: 'Client ids have the stated shape',
  readOnly: true,
  async drive({ facts: { clientIds, partnerId } }) {
    return { clientIds, ...(partnerId !== undefined && { partnerId }) }
  },
  claims: [
    claim('client-id-shape', ({ clientIds, partnerId }) =>
      clientIds.length === 0
        ? cannotTell('the profile names no client', 'credentials.client_id')
        : all(clientIds.map((id, place) => shapeOf(id, place === 0 ? partnerId : undefined))),
    ),
  ],
})

const CLIENT_ID = /^m2m-(.+)-[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

function shapeOf(id: string, partnerId: string | undefined): Verdict {
  const [, partner] = CLIENT_ID.exec(id) ?? []
  const wanted = `m2m-${partnerId ?? '{partner}'}-{uuid}`
  return partner !== undefined &&
    (partnerId === undefined || partner.toLowerCase() === partnerId.toLowerCase())
    ? passed()
    : failed({ expected: `an id of the shape ${wanted}`, observed: id, at: 'client_id' })
}
