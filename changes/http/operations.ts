import { type Description, member, membersOf, type Place } from '../../conformance/json/document.ts'
import { isObject } from '../../conformance/json/object.ts'
import type { Audience } from '../change.ts'
import { compareContent } from './content.ts'
import type { Channel, Task } from './message.ts'
import { compareParameters } from './parameters.ts'
import { compareResponses } from './responses.ts'
import { compareSecurity } from './security.ts'
import { compareServers } from './servers.ts'

/** One operation of a path or a webhook, with the members beside it. */
interface Operation {
  readonly name: string
  /** The path, or the name of the webhook. */
  readonly path: string
  readonly item: Place
  readonly place: Place
}

/** Compares all operations below two maps of paths or webhooks. Names of path parameters do not matter. */
export function compareOperations(
  old: Place | undefined,
  now: Place | undefined,
  audience: Audience,
  task: Task,
): void {
  const [before, after] = [operationsOf(old, task.old, audience), operationsOf(now, task.now, audience)]
  for (const [key, one] of before) {
    const other = after.get(key)
    if (other === undefined)
      task.note(
        { audience, name: one.name },
        {
          kind: 'operation-removed',
          at: one.place.at,
          effect: 'breaking',
          reason: `${one.name} was taken away: ${GONE[audience]}`,
        },
      )
    else compareOperation(one, other, audience, task)
  }
  for (const [key, { name, place }] of after)
    if (!before.has(key))
      task.note(
        { audience, name },
        {
          kind: 'operation-added',
          at: place.at,
          effect: 'compatible',
          reason: `${name} was added: ${ADDED[audience]}`,
        },
      )
}

const GONE = {
  client: 'whoever calls it is refused',
  receiver: 'whoever waits for it waits for ever',
} as const
const ADDED = { client: 'nobody called it yet', receiver: 'it comes only to who subscribes to it' } as const

function compareOperation(old: Operation, now: Operation, audience: Audience, task: Task): void {
  const { name } = now
  const sent = audience === 'client' ? 'in' : 'out'
  const request: Channel = { audience, name: `${name} request`, flow: sent }
  const response: Channel = { audience, name: `${name} response`, flow: sent === 'in' ? 'out' : 'in' }
  const isHidden = ({ node }: Place) => isObject(node) && 'x-not-shown' in node
  if (isHidden(old.place) !== isHidden(now.place))
    task.tell(request, [
      {
        kind: 'form-shown',
        at: now.place.at,
        what: 'its former form is not shown',
        lost: true,
        gained: true,
      },
    ])
  const beside = ({ item, place }: Operation) =>
    [member(item, 'parameters'), member(place, 'parameters')].filter((list) => list !== undefined)
  compareParameters(beside(old), beside(now), { old: old.path, now: now.path }, request, task)
  compareRequestBody(
    member(old.place, 'requestBody'),
    member(now.place, 'requestBody'),
    request,
    now.place.at,
    task,
  )
  compareResponses(member(old.place, 'responses'), member(now.place, 'responses'), response, task)
  compareSecurity(old.place, now.place, { audience, name, flow: 'in' }, task)
  for (const [one, other] of [
    [old.item, now.item],
    [old.place, now.place],
  ] as const)
    compareServers(one, other, { audience, name }, task)
  compareCallbacks(old.place, now.place, task)
}

function compareRequestBody(
  old: Place | undefined,
  now: Place | undefined,
  channel: Channel,
  at: string,
  task: Task,
): void {
  if (old === undefined && now === undefined) return
  const [before, after] = [old && task.old.resolve(old), now && task.now.resolve(now)]
  const required = (body: Place | undefined) =>
    body !== undefined && isObject(body.node) && body.node.required === true
  if (before === undefined || after === undefined) {
    const added = before === undefined
    task.tell(channel, [
      {
        kind: added ? 'body-added' : 'body-removed',
        at: (after ?? before)?.at ?? at,
        what: added
          ? `a ${required(after) ? 'required' : 'optional'} body was added`
          : 'the body was taken away',
        lost: !added || required(after),
        gained: !added,
      },
    ])
    return
  }
  if (required(before) !== required(after))
    task.tell(channel, [
      {
        kind: required(after) ? 'body-required' : 'body-optional',
        at: after.at,
        what: required(after) ? 'the body is required now' : 'the body is no longer required',
        lost: required(after),
        gained: required(before),
      },
    ])
  compareContent(member(before, 'content'), member(after, 'content'), { channel, at: after.at }, task)
}

/** Compares callbacks. The platform sends them to an address of the client, which is a receiver there. */
function compareCallbacks(old: Place, now: Place, task: Task): void {
  const callbacks = (place: Place, document: Description) => {
    const list = member(place, 'callbacks')
    return new Map(
      (list === undefined ? [] : membersOf(list)).map(([name, one]) => [name, document.resolve(one)]),
    )
  }
  const [before, after] = [callbacks(old, task.old), callbacks(now, task.now)]
  for (const name of new Set([...before.keys(), ...after.keys()]))
    compareOperations(before.get(name), after.get(name), 'receiver', task)
}

const METHODS = new Set(['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace'])

function operationsOf(
  paths: Place | undefined,
  document: Description,
  audience: Audience,
): ReadonlyMap<string, Operation> {
  const found = (paths === undefined ? [] : membersOf(paths)).flatMap(([path, place]) => {
    if (path.startsWith('x-')) return []
    const item = document.resolve(place)
    return membersOf(item)
      .filter(([method]) => METHODS.has(method))
      .map(([method, operation]): readonly [string, Operation] => {
        const name = audience === 'client' ? `${method.toUpperCase()} ${path}` : path
        return [`${method} ${path.replaceAll(/\{[^}]*\}/g, '{}')}`, { name, path, item, place: operation }]
      })
  })
  return new Map(found)
}
