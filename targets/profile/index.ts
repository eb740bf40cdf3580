export { loadProfile, parseProfile, profileFrom } from './load.ts'
export type {
  ClientCredentials,
  CommandRecipe,
  HttpRecipe,
  OperatorRecipe,
  PartnerCredentials,
  PlatformProfile,
  Timing,
} from './profile.ts'
