import { type Description, member, membersOf, type Place } from '../../conformance/json/document.ts'
import { isObject } from '../../conformance/json/object.ts'
import type { Audience } from '../change.ts'
import { type ListedOperation, operationsOf } from './listing.ts'
import type { Task } from './message.ts'
import { compareOperation } from './operation.ts'
import { compareOthers, compareUnknown, whole } from './others.ts'
import { compareAddresses, meets, type Served, served, sharesPath } from './servers.ts'

type Pair = readonly [ListedOperation, ListedOperation]

/** Compares all operations that clients call: each with those that take its requests now. */
export function comparePaths(old: Place, now: Place, task: Task): void {
  const all = (root: Place, document: Description, base: string | undefined) =>
    operationsOf(member(root, 'paths'), document, (method, path) => `${method} ${path}`).map((one) =>
      served(one, root, base),
    )
  const bases = [selfOf(old), selfOf(now)]
  const isBased = !bases.includes(undefined)
  const before = all(old, task.old, isBased ? bases[0] : undefined)
  const after = all(now, task.now, isBased ? bases[1] : undefined)
  const found = new Set<Served>()
  for (const one of before) {
    const paired = partnersOf(one, after)
    for (const other of paired) found.add(other)
    const { operation } = one
    const alike = after.filter((other) => other.operation.method === operation.method)
    const channel = { audience: 'client', name: operation.name } as const
    if (paired.length === 0) gone(operation, 'client', task)
    else {
      const peers = before.filter((other) => other.operation.method === operation.method)
      compareAddresses(one, { paired, all: alike }, peers, channel, task)
    }
    for (const other of paired) compareOne(operation, other.operation, 'client', task)
  }
  for (const other of after) if (!found.has(other)) added(other.operation, 'client', task)
  comparePathItems(member(old, 'paths'), member(now, 'paths'), 'client', task)
}

/** The address of a document, from which its relative servers start. */
const selfOf = ({ node }: Place): string | undefined =>
  isObject(node) && typeof node.$self === 'string' && URL.canParse(node.$self) ? node.$self : undefined

/** The operations that take the requests of one, or at least have its path. Names of path parameters do not matter. */
function partnersOf(one: Served, after: readonly Served[]): readonly Served[] {
  const alike = after.filter(({ operation }) => operation.method === one.operation.method)
  const open = ({ operation }: Served) => operation.path.replaceAll(/\{[^}]*\}/g, '{}')
  const tests: readonly ((other: Served) => boolean)[] = [
    (other) => meets(one, other),
    (other) => sharesPath(one, other),
    (other) => open(one) === open(other),
  ]
  return tests.map((test) => alike.filter(test)).find((found) => found.length > 0) ?? []
}

/** Compares what the platform sends by itself: webhooks by their name, callbacks by the place of their address. */
export function compareSent(
  olds: readonly Place[],
  nows: readonly Place[],
  task: Task,
  isExtensible: boolean,
): void {
  const all = (places: readonly Place[], document: Description) =>
    places.flatMap((place) =>
      operationsOf(
        place,
        document,
        (method, path) => (method === 'POST' ? path : `${method} ${path}`),
        isExtensible,
      ),
    )
  for (const [one, other] of paired(all(olds, task.old), all(nows, task.now)))
    if (one === undefined || other === undefined)
      (one === undefined ? added : gone)((one ?? other) as ListedOperation, 'receiver', task)
    else {
      compareOne(one, other, 'receiver', task)
      compareUnknown('servers', one.item, other.item, { audience: 'receiver', name: other.name }, task)
      compareUnknown('servers', one.place, other.place, { audience: 'receiver', name: other.name }, task)
    }
  for (const [place, one] of nows.entries()) comparePathItems(olds[place], one, 'receiver', task)
}

/** Pairs operations of the same method and name, in their order. */
function paired(
  before: readonly ListedOperation[],
  after: readonly ListedOperation[],
): readonly (readonly [ListedOperation | undefined, ListedOperation | undefined])[] {
  const by = ({ method, path }: ListedOperation) => `${method} ${path}`
  const [olds, nows] = [Map.groupBy(before, by), Map.groupBy(after, by)]
  return [...new Set([...olds.keys(), ...nows.keys()])].flatMap((key) => {
    const [ones, others] = [olds.get(key) ?? [], nows.get(key) ?? []]
    return Array.from(
      { length: Math.max(ones.length, others.length) },
      (_, at) => [ones[at], others[at]] as const,
    )
  })
}

/** Fields of paths that no code knows. Keys that begin with a slash are paths; all keys of webhooks are names. */
function comparePathItems(
  old: Place | undefined,
  now: Place | undefined,
  audience: Audience,
  task: Task,
): void {
  const items = (place: Place | undefined) => new Map(place === undefined ? [] : membersOf(place))
  const [before, after] = [items(old), items(now)]
  for (const [name, one] of after) {
    const former = before.get(name)
    if (former === undefined || name.startsWith('x-')) continue
    const channel = { audience, name }
    compareOthers('pathItem', whole(former, task.old), whole(one, task.now), channel, task)
  }
  if (audience === 'client')
    compareOthers('paths', old, now, { audience, name: 'paths' }, task, (key) => key.startsWith('/'))
}

function compareOne(one: ListedOperation, other: ListedOperation, audience: Audience, task: Task): void {
  const pair: Pair = [one, other]
  compareOperation(pair, audience, task)
  const callbacks = ({ place }: ListedOperation, document: Description) => {
    const list = member(place, 'callbacks')
    return list === undefined ? [] : membersOf(list).map(([, callback]) => document.resolve(callback))
  }
  compareSent(callbacks(one, task.old), callbacks(other, task.now), task, true)
}

function gone({ name, place }: ListedOperation, audience: Audience, task: Task): void {
  const reason = `${name} was taken away: ${GONE[audience]}`
  task.note({ audience, name }, { kind: 'operation-removed', at: place.at, effect: 'breaking', reason })
}

function added({ name, place }: ListedOperation, audience: Audience, task: Task): void {
  const reason = `${name} was added: ${ADDED[audience]}`
  task.note({ audience, name }, { kind: 'operation-added', at: place.at, effect: 'compatible', reason })
}

const GONE = {
  client: 'clients that call it are refused',
  receiver: 'clients that wait for it wait for ever',
} as const
const ADDED = { client: 'nobody called it yet', receiver: 'it comes only to who subscribes to it' } as const
