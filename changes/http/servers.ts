import { itemsOf, member, type Place } from '../../conformance/json/document.ts'
import { isObject } from '../../conformance/json/object.ts'
import type { Channel, Task } from './message.ts'

/** Compares the addresses that serve the API, a path or an operation. */
export function compareServers(
  old: Place,
  now: Place,
  channel: Pick<Channel, 'audience' | 'name'>,
  task: Task,
): void {
  const [before, after] = [serversOf(old), serversOf(now)]
  // Without servers the document states no address.
  if (before.size === 0) return
  for (const [url, place] of before) {
    const other = after.get(url)
    if (other === undefined)
      task.note(channel, {
        kind: 'server-removed',
        at: place.at,
        effect: 'breaking',
        reason: `the server ${url} was taken away: requests to it reach nobody`,
      })
    else compareVariables(place, other, channel, task)
  }
  for (const [url, place] of after)
    if (!before.has(url))
      task.note(channel, {
        kind: 'server-added',
        at: place.at,
        effect: 'compatible',
        reason: `the server ${url} was added: the others are still there`,
      })
}

function compareVariables(
  old: Place,
  now: Place,
  channel: Pick<Channel, 'audience' | 'name'>,
  task: Task,
): void {
  const variables = ({ node }: Place) => (isObject(node) && isObject(node.variables) ? node.variables : {})
  const [before, after] = [variables(old), variables(now)]
  for (const [name, variable] of Object.entries(before)) {
    const other = after[name]
    const allowed = isObject(other) && Array.isArray(other.enum) ? other.enum : undefined
    const was = isObject(variable) && Array.isArray(variable.enum) ? variable.enum : undefined
    const gone = allowed === undefined ? [] : (was ?? []).filter((value) => !allowed.includes(value))
    if (gone.length > 0 || (allowed !== undefined && was === undefined))
      task.note(channel, {
        kind: 'server-variable-narrowed',
        at: now.at,
        effect: 'breaking',
        reason: `the server variable ${name} lost ${gone.join(', ') || 'values'}: requests to such an address reach nobody`,
      })
  }
}

function serversOf(place: Place): ReadonlyMap<string, Place> {
  const list = member(place, 'servers')
  return new Map(
    (list === undefined ? [] : itemsOf(list)).flatMap((server) =>
      isObject(server.node) ? [[String(server.node.url).replace(/\/$/, ''), server] as const] : [],
    ),
  )
}
