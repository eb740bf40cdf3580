import type { Place } from '../../conformance/json/document.ts'
import { isObject } from '../../conformance/json/object.ts'
import { type Address, addressesOf, serversOf } from './addresses.ts'
import type { ListedOperation } from './listing.ts'
import { type Channel, type Task, UNCLEAR } from './message.ts'

/** An operation of one document with its addresses. */
export interface Served {
  readonly operation: ListedOperation
  readonly servers: readonly Place[]
  readonly addresses: readonly Address[]
}

/** @param document the root; it may name its own address */
export function served(operation: ListedOperation, document: Place, base: string | undefined): Served {
  const servers = serversOf([operation.place, operation.item, document])
  return { operation, servers, addresses: addressesOf(servers, operation.path, base) }
}

/** Says whether a request to an address of one operation arrives at the other. */
export const meets = (old: Served, now: Served): boolean =>
  old.addresses.some((one) => now.addresses.some((other) => takes(other, one)))

/** Says whether two operations are found below the same path, whatever the host. */
export const sharesPath = (old: Served, now: Served): boolean =>
  old.addresses.some((one) => now.addresses.some(({ path }) => path === one.path))

const takes = (now: Address, old: Address): boolean => now.text === old.text || now.serves(old.text)

/**
 * Compares the addresses of an operation with those of all operations that have its method now.
 *
 * @param now those that are compared with it, and the others
 */
export function compareAddresses(
  old: Served,
  now: { readonly paired: readonly Served[]; readonly all: readonly Served[] },
  olds: readonly Served[],
  channel: Pick<Channel, 'audience' | 'name'>,
  task: Task,
): void {
  const present = now.all.flatMap(({ addresses }) => addresses)
  const partners = now.paired.flatMap(({ addresses }) => addresses)
  for (const one of old.addresses) {
    const { at, url } = one
    if (!present.some((other) => takes(other, one))) {
      const isUnclear = partners.some(
        ({ path, isAbsolute }) => path === one.path && isAbsolute !== one.isAbsolute,
      )
      task.note(channel, {
        kind: isUnclear ? 'server-unclear' : 'server-removed',
        at,
        effect: isUnclear ? 'not-understood' : 'breaking',
        reason: isUnclear
          ? `the server ${url} is relative on one side only, and so starts where the document is: ${UNCLEAR}`
          : `the server ${url} was taken away: requests to it reach nobody`,
      })
    } else if (one.template !== one.text && !present.some((other) => other.serves(one.template)))
      task.note(channel, {
        kind: 'server-variable-narrowed',
        at,
        effect: 'breaking',
        reason: `variables of the server ${url} had any value and have not: requests to such an address reach nobody`,
      })
    else compareDefault(one, partners, channel, task)
  }
  const before = olds.flatMap(({ addresses }) => addresses)
  for (const other of partners) {
    const isKnown = before.some(
      (one) => takes(one, other) || (one.path === other.path && one.isAbsolute !== other.isAbsolute),
    )
    const isOpen = other.template !== other.text && !before.some((one) => one.serves(other.template))
    if (!isKnown || isOpen)
      task.note(channel, {
        kind: isKnown ? 'server-variable-widened' : 'server-added',
        at: other.at,
        effect: 'compatible',
        reason: isKnown
          ? `variables of the server ${other.url} may have any value now: the former values are among them`
          : `the server ${other.url} was added: nobody had to call it`,
      })
  }
  compareListedDefaults(old, now.paired, channel, task)
}

/** A variable without listed values usually has its default, so that another default is another address. */
function compareDefault(
  one: Address,
  partners: readonly Address[],
  channel: Pick<Channel, 'audience' | 'name'>,
  task: Task,
): void {
  if (partners.some(({ text }) => text === one.text)) return
  const other = partners.find(({ template }) => template === one.template)
  if (other === undefined || one.template === one.text) return
  task.note(channel, {
    kind: 'server-default-changed',
    at: other.at,
    effect: 'breaking',
    reason: `the server was ${one.text} by default and is ${other.text}: requests to the former may reach nobody`,
  })
}

/** Another default among listed values moves nobody: all of them are still served. */
function compareListedDefaults(
  old: Served,
  paired: readonly Served[],
  channel: Pick<Channel, 'audience' | 'name'>,
  task: Task,
): void {
  const urlOf = ({ node }: Place) => (isObject(node) ? node.url : undefined)
  for (const one of old.servers)
    for (const other of paired.flatMap(({ servers }) => servers)) {
      if (urlOf(one) !== urlOf(other)) continue
      const [before, after] = [listedDefaults(one), listedDefaults(other)]
      for (const [name, value] of before)
        if (after.has(name) && after.get(name) !== value)
          task.note(channel, {
            kind: 'server-default-changed',
            at: other.at,
            effect: 'compatible',
            reason: `the server variable ${name} was ${value} by default and is ${after.get(name)}: both values are listed`,
          })
    }
}

function listedDefaults({ node }: Place): ReadonlyMap<string, unknown> {
  const variables = isObject(node) && isObject(node.variables) ? node.variables : {}
  return new Map(
    Object.entries(variables).flatMap(([name, one]) =>
      isObject(one) && Array.isArray(one.enum) ? [[name, one.default] as const] : [],
    ),
  )
}
