import { profileSchema } from '../../sides/profile-schemas.ts'
import { referencePage } from '../../targets/profile/reference.ts'

/** The files that are generated from the shapes of profiles, by their path in the project. */
export const pages: Readonly<Record<string, () => string | Promise<string>>> = {
  'docs/profile.md': referencePage,
  'reporters/schemas/profile.schema.json': () => profileSchema('platform'),
  'reporters/schemas/receiver-profile.schema.json': () => profileSchema('receiver'),
  'reporters/schemas/client-profile.schema.json': () => profileSchema('client'),
}
