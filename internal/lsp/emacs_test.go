package lsp

import (
	"strings"
	"testing"
)

// TestEmacs plays a session in Emacs with eglot: findings, quick fixes, completion by type, a rename over files, and
// layout.
func TestEmacs(t *testing.T) {
	got := editor(t, "emacs", "emacs", func(settings string) (string, string, []string) {
		return "session.el", emacsStart + settings + emacsSession, []string{"-q", "--batch", "-l", "session.el"}
	})
	if strings.Contains(got, "no eglot") {
		t.Skip("eglot is not installed")
	}
	recorded(t, "emacs", got)
}

const emacsStart = `
(require 'package)
(package-initialize)
(unless (require 'eglot nil t) (princ "> no eglot\n") (kill-emacs 0))
`

const emacsSession = `
(remove-hook 'karakuri-mode-hook 'eglot-ensure)
(setq eglot-sync-connect 60 eglot-autoshutdown nil eglot-send-changes-idle-time 0.01 eglot-confirm-server-initiated-edits nil)
(defun say (format &rest args) (princ (concat "> " (apply #'format format args) "\n")))
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
    (say "replaced: %s" (plist-get (aref actions 0) :title))
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
(goto-char (point-min)) (search-forward "effect at = ")
(let* ((found (eglot-completion-at-point)) (labels nil))
  (dolist (c (all-completions "" (nth 2 found)))
    (unless (memq (plist-get (get-text-property 0 'eglot--lsp-item c) :kind) '(3 14)) (push (substring-no-properties c) labels)))
  (say "complete: %s" (mapconcat #'identity (sort labels #'string<) ",")))
(goto-char (point-min)) (search-forward "= home") (backward-char 2)
(cl-letf (((symbol-function 'y-or-n-p) (lambda (&rest _) t))) (eglot-rename "haus")) ; of two files, it asks first
(with-current-buffer (find-file-noselect "places.krk")
  (say "renamed: %s" (buffer-substring (point-min) (1- (point-max))))
  (set-buffer-modified-p nil))
(eglot-format-buffer)
(goto-char (point-min)) (search-forward "const price")
(say "formatted: %s" (buffer-substring (line-beginning-position) (line-end-position)))
(set-buffer-modified-p nil)
(defun line () (string-trim (buffer-substring (line-beginning-position) (line-end-position))))
(find-file "typed.krk")
(goto-char (1- (point-max)))
(cond
 ((fboundp 'eglot--post-self-insert-hook)
  (setq last-input-event ?}) (setq last-command-event ?})
  (call-interactively #'self-insert-command)
  (say "typed }: %s" (line)))
 (t (say "typed }: not in this version of eglot")))
(set-buffer-modified-p nil)
(defun first-line (text) (car (split-string text "\n")))
(defun fix-of (actions code message)
  (cl-find-if (lambda (a) (let ((d (aref (plist-get a :diagnostics) 0)))
      (and (equal (plist-get d :code) code) (equal (first-line (plist-get d :message)) message)))) actions))
(dolist (case (with-temp-buffer (insert-file-contents "cases.txt") (split-string (buffer-string) "\n" t)))
  (cl-destructuring-bind (file row col code message) (split-string case "\t")
    (find-file file)
    (flymake-mode 1)
    (goto-char (point-min)) (forward-line (string-to-number row))
    (goto-char (eglot--lsp-position-to-point (list :line (string-to-number row) :character (string-to-number col))))
    (let* ((here (lambda ()
              (cl-find-if (lambda (d) (let ((l (cdr (assoc 'eglot-lsp-diag (eglot--diag-data d)))))
                  (and (= (line-number-at-pos (flymake-diagnostic-beg d)) (1+ (string-to-number row)))
                       (equal (plist-get l :code) code) (equal (first-line (plist-get l :message)) message)))) (flymake-diagnostics)))))
      (wait-for here)
      (let ((title (plist-get (fix-of (eglot-code-actions (point) (point) "quickfix") code message) :title)))
        (cl-letf (((symbol-function 'completing-read) (lambda (_prompt items &rest _) title)))
          (let ((last-nonmenu-event ?x)) (eglot-code-actions (point) (point) "quickfix" t)))
        (eglot--signal-textDocument/didChange)
        (wait-for (lambda () (not (funcall here))))
        (goto-char (point-min)) (forward-line (string-to-number row))
        (say "fix: %s:%d:%s: %s [%s]: %s: %s" file (1+ (string-to-number row)) col message code title (line))
        (set-buffer-modified-p nil)))))
(eglot-shutdown (eglot-current-server))
(say "shut down")
`
