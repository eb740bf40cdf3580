export { loadProfile, profileFrom } from './load.ts'
export type { PlatformProfile } from './profile.ts'
export { isReceiverProfile, loadReceiverProfile, type ReceiverProfile } from './receiver.ts'
