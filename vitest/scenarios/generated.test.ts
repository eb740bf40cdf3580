import { conformance } from '../front.ts'

await conformance('generated')
