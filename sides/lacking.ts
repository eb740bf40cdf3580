import type { Outlook } from '../conformance/outlook.ts'
import type { Target } from '../conformance/ports/target.ts'
import { outlookOf } from '../conformance/selection/outlook.ts'
import { plan } from '../conformance/selection/plan.ts'
import type { Lacking } from '../reporters/index.ts'
import type { Spec } from '../spec/index.ts'
import { allProfileKeys } from './profile-schemas.ts'
import type { AnySide, Described } from './side.ts'

export interface ProfileGaps extends Pick<Outlook, 'judgeable'> {
  readonly keys: readonly Lacking[]
}

/**
 * Finds what to add to a profile: an entry for each requirement and each key that it waits for, and one for every other key. A
 * requirement waits for the keys of that scenario which lacks the fewest. Sends nothing.
 */
export async function profileGaps(
  side: AnySide,
  {
    described,
    spec,
    target,
  }: { readonly described: Described; readonly spec: Spec; readonly target: Target<unknown> },
): Promise<ProfileGaps> {
  const suite = side.suite(spec)
  const selection = { only: [], scenarios: [], allowWrites: false }
  const planned = plan({ side: side.name, rules: spec, suite, selection, target })
  const { judgeable, unexercised } = outlookOf(planned, target)
  const waiting = unexercised.filter(({ key }) => key !== undefined)
  const claims = [
    ...suite.scenarios.flatMap(({ needs = [], claims: own }) =>
      own.map((claim) => ({ id: claim.requirement, needs: [...needs, ...(claim.needs ?? [])] })),
    ),
    ...suite.standing.flatMap(({ requirement: id, needs = [], shownIn, onlyThere }) => {
      const there = onlyThere ? suite.scenarios.filter((one) => shownIn?.includes(one.id)) : []
      return [{ id, needs }, ...there.map((one) => ({ id, needs: [...needs, ...(one.needs ?? [])] }))]
    }),
  ].map(({ id, needs }) => {
    const lacks = needs.flatMap((need) => target.lacks(need) ?? [])
    return { id, lacks: [...new Map(lacks.map((lack) => [lack.key, lack])).values()] }
  })
  const missing = side.inventory(described).filter(({ present }) => !present)
  const meanings = new Map(
    (await allProfileKeys()).flatMap(({ path, meaning, side: owner }) =>
      owner === side.name && missing.some(({ key }) => key === path) ? [[path, meaning]] : [],
    ),
  )
  const awaited = waiting.flatMap(({ id, judgedBy = [id] }) => {
    const ways = claims.filter((claim) => judgedBy.includes(claim.id) && claim.lacks.length > 0)
    const [easiest] = ways.toSorted((one, other) => one.lacks.length - other.lacks.length)
    return easiest?.lacks ?? []
  })
  const others = missing.filter(({ key }) => awaited.every((lack) => lack.key !== key))
  const keys: readonly Lacking[] = [
    ...awaited.map(({ key, why }) => ({ key, why: meanings.get(key) ?? why })),
    ...others.map(({ key, message }) => ({
      ...{ key, why: meanings.get(key) ?? message },
      optional: true as const,
    })),
  ]
  return { judgeable, keys }
}
