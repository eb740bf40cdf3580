import { type Description, member, type Place } from '../../conformance/json/document.ts'
import { isObject, type JsonObject } from '../../conformance/json/object.ts'
import type { Channel, Task } from './message.ts'

/** One way to authenticate: all credentials that it needs, each by its properties, with its scopes. */
type Way = ReadonlyMap<string, readonly string[]>

/** Compares the accepted credentials. A client with the credentials for an old way must still be accepted by some new way. */
export function compareSecurity(old: Place, now: Place, channel: Channel, task: Task): void {
  const inherits = channel.audience === 'client'
  const [before, after] = [waysOf(old, task.old, inherits), waysOf(now, task.now, inherits)]
  if (channel.audience === 'receiver') {
    compareDelivered(before, after, now.at, channel, task)
    return
  }
  const at = member(now, 'security')?.at ?? '/security'
  const shut = before.ways.filter((way) => !after.ways.some((other) => isEnough(way, other)))
  const opened = after.ways.filter(
    (way) => !before.ways.some((other) => isEnough(other, way) && isEnough(way, other)),
  )
  if (shut.length > 0)
    task.note(channel, {
      kind: 'security-tightened',
      at,
      effect: 'breaking',
      reason: `${shown(shut[0], before.names)} was enough, and now ${after.ways.map((way) => shown(way, after.names)).join(' or ')} is asked for: a request that was let in may be refused`,
    })
  else if (opened.length > 0 || before.ways.length !== after.ways.length)
    task.note(channel, {
      kind: 'security-loosened',
      at,
      effect: 'compatible',
      reason: `${after.ways.map((way) => shown(way, after.names)).join(' or ')} is enough now: whoever was let in still is`,
    })
}

/** Compares the platform's own credentials: a receiver that requires one must still get it. */
function compareDelivered(before: Ways, after: Ways, at: string, channel: Channel, task: Task): void {
  const lacking = after.ways.filter((way) => !before.ways.some((other) => isEnough(way, other)))
  const added = after.ways.some((way) => !before.ways.some((other) => isEnough(other, way)))
  if (lacking.length > 0 || added)
    task.note(channel, {
      kind: lacking.length > 0 ? 'delivery-credentials-removed' : 'delivery-credentials-added',
      at,
      effect: lacking.length > 0 ? 'breaking' : 'compatible',
      reason: `deliveries came with ${before.ways.map((way) => shown(way, before.names)).join(' or ')} and come with ${after.ways.map((way) => shown(way, after.names)).join(' or ')}: ${lacking.length > 0 ? 'a receiver that asks for more refuses them' : 'a receiver gets all that it got'}`,
    })
}

/** Says whether the credentials of one way include all that another way needs. */
const isEnough = (have: Way, need: Way): boolean =>
  [...need].every(([scheme, scopes]) => {
    const own = have.get(scheme)
    return own !== undefined && scopes.every((scope) => own.includes(scope))
  })

interface Ways {
  readonly ways: readonly Way[]
  /** The names of a scheme, by its properties. */
  readonly names: ReadonlyMap<string, string>
}

/** The ways to authenticate. Without any requirement there is one way without credentials. */
function waysOf(operation: Place, document: Description, inherits: boolean): Ways {
  const own = isObject(operation.node) ? operation.node.security : undefined
  const list = Array.isArray(own) || !inherits ? own : document.root.security
  const names = new Map<string, string>()
  const ways = (Array.isArray(list) ? list : []).filter(isObject).map(
    (way): Way =>
      new Map(
        Object.entries(way).map(([name, scopes]) => {
          const what = schemeOf(name, document)
          names.set(what, name)
          return [what, Array.isArray(scopes) ? scopes.map(String) : []]
        }),
      ),
  )
  return { ways: ways.length === 0 ? [new Map()] : ways, names }
}

/** The properties of a credential: its name in the document means nothing to a client. */
function schemeOf(name: string, document: Description): string {
  const at = ['components', 'securitySchemes', name]
  const place = at.reduce<Place | undefined>(
    (found, key) => (found === undefined ? undefined : member(found, key)),
    { node: document.root, at: '' },
  )
  const scheme = place === undefined ? undefined : document.resolve(place).node
  if (!isObject(scheme)) return name
  const { type, in: where, name: key, scheme: word, flows, openIdConnectUrl } = scheme
  return JSON.stringify([
    type,
    where,
    where === 'header' ? String(key).toLowerCase() : key,
    String(word ?? '').toLowerCase(),
    flowsOf(flows),
    openIdConnectUrl,
  ])
}

const flowsOf = (flows: unknown): unknown =>
  isObject(flows)
    ? Object.entries(flows)
        .map(([name, flow]) => [name, isObject(flow) ? urlsOf(flow) : []])
        .toSorted(([one], [other]) => String(one).localeCompare(String(other)))
    : undefined

const urlsOf = ({ tokenUrl, authorizationUrl }: JsonObject): unknown => [tokenUrl, authorizationUrl]

function shown(way: Way | undefined, names: ReadonlyMap<string, string>): string {
  const parts = [...(way ?? [])].map(([what, scopes]) =>
    [names.get(what) ?? what, scopes.length > 0 ? `(${scopes.join(', ')})` : ''].filter(Boolean).join(' '),
  )
  return parts.length === 0 ? 'no credential' : parts.join(' with ')
}
