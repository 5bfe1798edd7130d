// Package lsp is the language server of the Karakuri language: version 3.17 of the Language Server Protocol over a pair
// of streams. [Serve] runs it.
//
// The server reads the files of a folder, with the texts of open documents before those on disk, and answers from the
// syntax where it can, so that texts with mistakes get answers too. It parses a file again only when its text has
// changed, and checks only the programs that contain the file.
package lsp
