// Code generated from the table of package def by: go run ./internal/tools/table. DO NOT EDIT.

/** The words that declarations begin with. */
export const declarations = new Set<string>("action agent brain const function goal import init memory objects operator personality sense squad state task test tree type".split(" "));

/** The words that types begin with. */
export const types = new Set<string>("bool float int list text vec2".split(" "));

/** All other words of the language. */
export const words = new Set<string>("abort after agent alert all always any as at backoff ban best blur body bonus both brain by capacity case catch chance choose claim combine commit compensated composite cone confidence consider cooldown cost count damping decay decorator delay disabled do doubts dual each effect else eventually every exists expect fade fail fail_after fail_if falloff false finally first for forall forever forget_below forget_when from gap geometric give_up given goal grace heed hold idle if if_then_else in inertia interrupt interrupts invert jitter keep kind_fade last layer lease limit line_of_sight log lose_range lower margin max max_spread mean memory method min miss_factor miss_range needs never no none objects on on_abort on_failure on_success once optional order ordered orders over override parallel plan predict primary priority product promote_importance promote_times random range rank ranked reaction reactive remembered repeat repetition resume retry role run say score select selector self sense sensed sequence service set shared skip_if slot span spread squad succeed succeed_after succeed_if sum suspends switch task then threshold through timeout to todo token top touch_range tree tries true try uninterrupted unordered until until_failure urgent uses utility velocity_fade wait want wants way weight weighted when where while while_do_else within world".split(" "));
