package lsp

import (
	"strings"
	"testing"
)

// TestEmacs looks at a file with mistakes, fixes them, renames and lays it out, in Emacs with eglot.
func TestEmacs(t *testing.T) {
	got := editor(t, "emacs", "emacs", func(settings string) (string, string, []string) {
		return "session.el", emacsStart + settings + emacsSession, []string{"-q", "--batch", "-l", "session.el"}
	})
	if strings.Contains(got, "no eglot") {
		t.Skip("eglot is not installed")
	}
	for _, want := range []string{
		"diagnostics: 14", "diagnostics: 24", "fix: Replace hungri by hungry", "fix: Replace diene by dine", "fixed: 0",
		"renamed: operator eat { when starving; effect starving = false }", "definition: places.krk", "formatted: const price = 5 // what a meal costs", "shut down",
	} {
		if !strings.Contains(got, want) {
			t.Errorf("lacks %q", want)
		}
	}
	if t.Failed() {
		t.Log(got)
	}
}

const emacsStart = `
(require 'package)
(package-initialize)
(unless (require 'eglot nil t) (princ "no eglot\n") (kill-emacs 0))
`

const emacsSession = `
(remove-hook 'karakuri-mode-hook 'eglot-ensure)
(setq eglot-sync-connect 60 eglot-autoshutdown nil eglot-send-changes-idle-time 0.01 eglot-confirm-server-initiated-edits nil)
(defun say (format &rest args) (princ (concat (apply #'format format args) "\n")))
(defun wait-for (what)
  (let ((n 0)) (while (not (funcall what)) (when (> (setq n (1+ n)) 6000) (error "nothing came")) (flymake-start) (accept-process-output nil 0.01))))
(find-file "meal.krk")
(apply #'eglot (eglot--guess-contact))
(flymake-mode 1)
(wait-for (lambda () (= 2 (length (flymake-diagnostics)))))
(dolist (d (flymake-diagnostics)) (say "diagnostics: %d" (line-number-at-pos (flymake-diagnostic-beg d))))
(defun fix (word)
  (goto-char (point-min)) (search-forward word) (backward-char 2)
  (let ((actions (jsonrpc-request (eglot-current-server) :textDocument/codeAction
          (list :textDocument (eglot--TextDocumentIdentifier) :range (list :start (eglot--pos-to-lsp-position) :end (eglot--pos-to-lsp-position)) :context (list :diagnostics [])))))
    (say "fix: %s" (plist-get (aref actions 0) :title))
    (eglot--apply-workspace-edit (plist-get (aref actions 0) :edit))
    (eglot--signal-textDocument/didChange)))
(fix "hungri")
(fix "diene")
(wait-for (lambda () (null (flymake-diagnostics))))
(say "fixed: %d" (length (flymake-diagnostics)))
(goto-char (point-min)) (search-forward "when hungry") (backward-char 2)
(eglot-rename "starving")
(goto-char (point-min)) (search-forward "operator eat")
(say "renamed: %s" (buffer-substring (line-beginning-position) (line-end-position)))
(goto-char (point-min)) (search-forward "= home") (backward-char 2)
(let ((defs (xref-backend-definitions 'eglot (xref-backend-identifier-at-point 'eglot))))
  (say "definition: %s" (file-name-nondirectory (xref-location-group (xref-item-location (car defs))))))
(eglot-format-buffer)
(goto-char (point-min)) (search-forward "const price")
(say "formatted: %s" (buffer-substring (line-beginning-position) (line-end-position)))
(set-buffer-modified-p nil)
(eglot-shutdown (eglot-current-server))
(say "shut down")
`
