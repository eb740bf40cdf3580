import { all, cannotTell, failed, passed, type Verdict } from '../../../../conformance/verdict.ts'
import { claim, type PlatformScenario, scenario } from '../../vocabulary/context.ts'

interface Trace {
  readonly baseUrl: string
  readonly clientIds: readonly string[]
  readonly partnerId?: string
}

/**
 * Judges a platform's profile before anything is sent: its address, and the ids that its portal gave out
 * (2.6, 9).
 */
export const addresses: PlatformScenario = scenario<Trace>({
  id: 'service/addresses',
  title: 'The base URL names no version, and client ids have the stated shape',
  readOnly: true,
  async drive({ facts: { baseUrl, clientIds, partnerId } }) {
    return { baseUrl, clientIds, ...(partnerId !== undefined && { partnerId }) }
  },
  claims: [
    claim('path-carries-no-version', ({ baseUrl }) => withoutVersion(new URL(baseUrl).pathname, 'base_url')),
    claim('client-id-shape', ({ clientIds, partnerId }) =>
      clientIds.length === 0
        ? cannotTell('the profile names no client', 'credentials.client_id')
        : all(clientIds.map((id, place) => shapeOf(id, place === 0 ? partnerId : undefined))),
    ),
  ],
})

/** `v1`, `V2.1`, `version-3`, `v1beta2`; `1.0`; a date. */
const VERSION =
  /^(v(er(sion)?)?[-_.]?\d+([._-]\d+)*((alpha|beta|rc)\d*)?|\d+\.\d+(\.\d+)*|\d{4}-\d{2}-\d{2})$/i

/** No segment of a path looks like a version. */
export function withoutVersion(path: string, at: string): Verdict {
  const segment = path.split('/').find((one) => VERSION.test(one))
  return segment === undefined
    ? passed()
    : failed({ expected: 'a path without a version segment', observed: segment, at })
}

const CLIENT_ID = /^m2m-(.+)-[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

function shapeOf(id: string, partnerId: string | undefined): Verdict {
  const [, partner] = CLIENT_ID.exec(id) ?? []
  const wanted = `m2m-${partnerId ?? '{partner}'}-{uuid}`
  return partner !== undefined &&
    (partnerId === undefined || partner.toLowerCase() === partnerId.toLowerCase())
    ? passed()
    : failed({ expected: `an id of the shape ${wanted}`, observed: id, at: 'client_id' })
}
