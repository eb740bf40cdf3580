import { type Description, member, type Place } from '../../conformance/json/document.ts'
import { isObject } from '../../conformance/json/object.ts'
import type { Channel, Task } from './message.ts'
import { compareOthers } from './others.ts'
import { type Scheme, schemeOf, serves } from './schemes.ts'

/** One way to authenticate: all credentials that it needs, each with its scopes. */
type Way = readonly Credential[]

interface Credential {
  readonly scheme: Scheme
  readonly scopes: readonly string[]
}

/** Compares the accepted credentials. A client with the credentials for an old way must still be accepted by some new way. */
export function compareSecurity(old: Place, now: Place, channel: Channel, task: Task): void {
  const inherits = channel.audience === 'client'
  const [before, after] = [waysOf(old, task.old, inherits), waysOf(now, task.now, inherits)]
  compareSchemes(before, after, channel, task)
  if (channel.audience === 'receiver') {
    compareDelivered(before, after, now.at, channel, task)
    return
  }
  const at = member(now, 'security')?.at ?? '/security'
  const shut = before.filter((way) => !after.some((other) => isEnough(way, other)))
  const opened = after.filter((way) => !before.some((other) => isEnough(other, way) && isEnough(way, other)))
  if (shut.length > 0)
    task.note(channel, {
      kind: 'security-tightened',
      at,
      effect: 'breaking',
      reason: `${shown(shut[0])} was enough, and now ${shownAll(after)} is asked for${sameNames(before, after)}: a request that was let in may be refused`,
    })
  else if (opened.length > 0 || before.length !== after.length)
    task.note(channel, {
      kind: 'security-loosened',
      at,
      effect: 'compatible',
      reason: `${shownAll(after)} is enough now: former clients still have access`,
    })
}

/** Compares the platform's own credentials: a receiver that requires one must still get it. */
function compareDelivered(
  before: readonly Way[],
  after: readonly Way[],
  at: string,
  channel: Channel,
  task: Task,
): void {
  const lacking = after.filter((way) => !before.some((other) => isEnough(way, other)))
  const added = after.some((way) => !before.some((other) => isEnough(other, way)))
  if (lacking.length > 0 || added)
    task.note(channel, {
      kind: lacking.length > 0 ? 'delivery-credentials-removed' : 'delivery-credentials-added',
      at,
      effect: lacking.length > 0 ? 'breaking' : 'compatible',
      reason: `deliveries came with ${shownAll(before)} and come with ${shownAll(after)}: ${lacking.length > 0 ? 'a receiver that asks for more refuses them' : 'a receiver gets all that it got'}`,
    })
}

/** Says whether the credentials of one way include all that another way needs. */
const isEnough = (have: Way, need: Way): boolean =>
  need.every(({ scheme, scopes }) =>
    have.some((own) => serves(own.scheme, scheme) && scopes.every((scope) => own.scopes.includes(scope))),
  )

/** The ways to authenticate. Without any requirement there is one way without credentials. */
function waysOf(operation: Place, document: Description, inherits: boolean): readonly Way[] {
  const own = isObject(operation.node) ? operation.node.security : undefined
  const list = Array.isArray(own) || !inherits ? own : document.root.security
  const ways = (Array.isArray(list) ? list : []).filter(isObject).map((way) =>
    Object.entries(way).map(([name, scopes]) => ({
      scheme: schemeOf(name, document),
      scopes: Array.isArray(scopes) ? scopes.map(String) : [],
    })),
  )
  return ways.length === 0 ? [[]] : ways
}

/** Names fields of schemes that no code knows. */
function compareSchemes(before: readonly Way[], after: readonly Way[], channel: Channel, task: Task): void {
  for (const { scheme: one } of before.flat())
    for (const { scheme: other } of after.flat()) {
      if (one.key !== other.key) continue
      compareOthers('securityScheme', one.place, other.place, channel, task)
      for (const [name, { place }] of one.flows)
        compareOthers('flow', place, other.flows.get(name)?.place ?? place, channel, task)
    }
}

/** Says so where names do not show what changed. */
const sameNames = (before: readonly Way[], after: readonly Way[]): string =>
  shownAll(before) === shownAll(after) ? ', in another way' : ''

const shownAll = (ways: readonly Way[]): string => ways.map(shown).join(' or ')

function shown(way: Way | undefined): string {
  const parts = (way ?? []).map(({ scheme: { name }, scopes }) =>
    scopes.length > 0 ? `${name} (${scopes.join(', ')})` : name,
  )
  return parts.length === 0 ? 'no credential' : parts.join(' with ')
}
