import type { ProfileKey, ProfileSide } from '../targets/profile/keys.ts'

/** The name of the schema file that stands beside a profile. */
export const SCHEMA_FILE = 'profile.schema.json'

/** The first line of a profile, which tells editors where its schema is. */
export const SCHEMA_LINE = `# yaml-language-server: $schema=./${SCHEMA_FILE}\n`

/** The JSON Schema of a side's profile, as the text of a file. */
export async function profileSchema(side: ProfileSide): Promise<string> {
  const { editorSchema } = await import('../targets/profile/editor-schema.ts')
  return `${JSON.stringify(editorSchema(side), null, 2)}\n`
}

/**
 * Says what is wrong with a single value of a side's profile; undefined where nothing is, or where it takes something from the
 * environment.
 */
export async function valueProblem(
  side: ProfileSide,
  path: string,
  value: unknown,
): Promise<string | undefined> {
  if (JSON.stringify(value).includes('${')) return undefined
  const [{ problemOf }, { PROFILE_SHAPES }] = await Promise.all([
    import('../targets/profile/checking.ts'),
    import('../targets/profile/keys.ts'),
  ])
  return problemOf(PROFILE_SHAPES[side], path.split('.'), value)
}

/** Every key that a profile may have, with the side that it belongs to. */
export async function allProfileKeys(): Promise<readonly (ProfileKey & { readonly side: ProfileSide })[]> {
  const { profileKeysOf, PROFILE_SHAPES } = await import('../targets/profile/keys.ts')
  const sides = Object.keys(PROFILE_SHAPES) as ProfileSide[]
  return sides.flatMap((side) => profileKeysOf(side).map((key) => ({ ...key, side })))
}
