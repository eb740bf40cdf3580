import { client } from './client/index.ts'
import { platform } from './platform/index.ts'
import { receiver } from './receiver/index.ts'
import type { SideEntry } from './side.ts'

export type { AnySide, SideEntry, SideOption, TargetOptions } from './side.ts'

/** Every side of the contract that can be judged; the first is the default. */
export const sides: readonly SideEntry[] = [platform, receiver, client]
