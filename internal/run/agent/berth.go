package agent

import "unsafe"

// berthsPerPage is how many are taken at a time in a large crowd: what the allocator rounds up is then next to nothing for each.
const berthsPerPage = 32 << 10 / int(unsafe.Sizeof(agent{}))
