package answer

import "github.com/karakuri-ai/karakuri/explain"

func (k *asker) whatWould(a *explain.Answer, about string)    {}
func (k *asker) whatIf(a *explain.Answer, q explain.Question) {}
func (k *asker) whoMade(a *explain.Answer, about string)      {}
func (k *asker) whatChanged(a *explain.Answer)                {}
