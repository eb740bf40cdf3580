import { ConformanceError } from '../conformance/errors.ts'

/** One entry of the changelog (clause 9). */
export interface ChangelogEntry {
  /** `v1.14.2`, or a date where the entry has no number. */
  readonly id: string
  readonly change: string
  readonly breaking: boolean
}

/** The changelog, newest first. */
export type Changelog = readonly ChangelogEntry[]

/**
 * Finds a version's place in the changelog. The changelog lists notable changes only, so a number that is not listed also has a
 * place: between its neighbours. The leading `v` may be missing.
 * @returns the version as the changelog writes it
 * @throws ConformanceError `VERSION_UNKNOWN` for a date that is not listed and for a number beyond the listed ones
 */
export function knownVersion(changelog: Changelog, version: string): string {
  const wanted = /^\d+\.\d+\.\d+$/.test(version) ? `v${version}` : version
  placeOf(changelog, wanted)
  return wanted
}

/**
 * Compares two versions by the order of the changelog.
 * @returns a positive number when the first is newer, a negative one when it is older, else 0
 * @throws ConformanceError `VERSION_UNKNOWN`
 */
export function compareVersions(changelog: Changelog, one: string, other: string): number {
  const byPlace = placeOf(changelog, other) - placeOf(changelog, one)
  return byPlace === 0 && one !== other ? compareNumbers(one, other) : byPlace
}

/** Says whether a version is the given one or newer. */
export function isSince(changelog: Changelog, version: string, since: string): boolean {
  return compareVersions(changelog, version, since) >= 0
}

/** Says whether an entry is in force in a version: not before `since`, and no longer from `until` on. */
export function inForce(
  changelog: Changelog,
  version: string,
  { since, until }: { readonly since?: string; readonly until?: string },
): boolean {
  return (
    (since === undefined || isSince(changelog, version, since)) &&
    (until === undefined || !isSince(changelog, version, until))
  )
}

/** The newest listed version in which an entry is in force; undefined where it is in none. */
export function newestWith(
  changelog: Changelog,
  range: { readonly since?: string; readonly until?: string },
): string | undefined {
  return changelog.find(({ id }) => inForce(changelog, id, range))?.id
}

/** The versions that came after a given one, oldest first. */
export function newerThan(changelog: Changelog, version: string): Changelog {
  return changelog.filter(({ id }) => compareVersions(changelog, id, version) > 0).toReversed()
}

/**
 * The newer versions before the next breaking entry, oldest first: a platform of such a version breaks nothing of the given one.
 */
export function takenOverBy(changelog: Changelog, version: string): readonly string[] {
  const newer = newerThan(changelog, version)
  const breaks = newer.findIndex(({ breaking }) => breaking)
  return newer.slice(0, breaks < 0 ? undefined : breaks).map(({ id }) => id)
}

/** Index in the changelog; half way between two for a number that is not listed. */
function placeOf(changelog: Changelog, version: string): number {
  const listed = changelog.findIndex((entry) => entry.id === version)
  if (listed >= 0) return listed
  const below = isNumber(version)
    ? changelog.findIndex((entry) => isNumber(entry.id) && compareNumbers(entry.id, version) < 0)
    : -1
  if (below <= 0)
    throw new ConformanceError('VERSION_UNKNOWN', `there is no version ${version} in the changelog`, {
      hint: `known versions: ${changelog.map((entry) => entry.id).join(', ')}`,
    })
  return below - 0.5
}

const isNumber = (version: string): boolean => /^v\d+\.\d+\.\d+$/.test(version)

function compareNumbers(one: string, other: string): number {
  const [left, right] = [one, other].map((version) => version.replace('v', '').split('.').map(Number))
  return (left ?? []).reduce((sign, part, index) => sign || part - (right?.[index] ?? 0), 0)
}
