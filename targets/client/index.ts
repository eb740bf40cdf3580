export { clientInventory } from './inventory.ts'
export { clientPreflight } from './preflight.ts'
export type { Stage, StageAuthority, StageFactory } from './stage.ts'
export { type ClientTarget, openClient } from './target.ts'
